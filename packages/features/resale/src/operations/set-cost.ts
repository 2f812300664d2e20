import { defineOperation, SourceName } from '@parakh/core'
import { AmountField, MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { Costs } from '../contract/costs.ts'
import { CostView, presentCost } from './cost-views.ts'
import { costsWrite } from './scopes.ts'

/** Sets what an operation of a provider costs. */
export const setCost = defineOperation({
  ...{ id: 'costs.set', effect: 'write', scope: costsWrite, path: '/costs', status: 201, whose: 'operators' },
  stepUp: true,
  summary: 'Set the cost of a provider operation from a time on; booked attempts keep theirs',
  input: z.object({
    plugin: z.string().describe("A plugin's id such as pan"),
    operation: z.string().describe('Such as find; NAME.status is the status query of a write'),
    source: SourceName.exactOptional().describe('The name of one source; default: all that have no cost of their own'),
    cost: AmountField,
    valid_from: MomentField.exactOptional().describe('Default: now; not in the past'),
  }),
  output: CostView,
  errors: { COST_OPERATION_UNKNOWN: 422, COST_IN_THE_PAST: 422 },
  command: {
    positional: ['plugin', 'operation'],
    options: {
      source: { value: '<name>' },
      cost: { value: '<rupees>' },
      valid_from: { read: 'time', value: '<time>' },
    },
    text: ({ plugin, operation, source, cost, valid_from }) =>
      `${operation} of ${plugin}${source === null ? '' : ` at ${source}`} costs ${cost} INR from ${valid_from} on.`,
  },
  form: { cost: { widget: 'money' } },
  needs: { costs: Costs },
  async handle({ input: { valid_from, ...cost }, actor, costs }) {
    const from = valid_from === undefined ? {} : { validFrom: valid_from }
    const set = await costs.set({ ...cost, ...from, actor })
    return presentCost({ ...set, set })
  },
})
