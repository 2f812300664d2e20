import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Costs } from '../contract/costs.ts'
import { ListedCostView, presentCost } from './cost-views.ts'
import { costsRead } from './scopes.ts'

/** What operations of providers cost. */
export const listCosts = defineOperation({
  ...{ id: 'costs.list', effect: 'read', scope: costsRead, path: '/costs', whose: 'operators' },
  summary: 'List the costs of provider operations: set ones and those of the configuration',
  input: z.object({ past: z.boolean().default(false).describe('Include entries that a later one replaced') }),
  output: z.object({
    items: z.array(ListedCostView),
    plugins: z
      .array(z.object({ plugin: z.string(), operations: z.array(z.string()), sources: z.array(z.string()) }))
      .describe('What may have a cost; NAME.status is the status query of a write, sources are those that have a name'),
  }),
  command: {
    more: ({ items }) => ({ costs: items }),
    text({ items }, { draw }) {
      if (items.length === 0) return 'No cost is set, so no cost is booked.'
      const rows = items.map(({ plugin, operation, source, cost, valid_from, status, set_by }) => [
        ...[plugin, operation, source ?? 'all', cost, valid_from ?? 'always', status, set_by ?? 'the configuration'],
      ])
      return draw.table(['Plugin', 'Operation', 'Source', 'INR', 'Valid from', 'Status', 'Set by'], rows)
    },
  },
  needs: { costs: Costs },
  async handle({ input, costs }) {
    const listed = await costs.list(input)
    return {
      items: listed.map((cost) => ({ ...presentCost(cost), status: cost.status })),
      plugins: [...costs.operations()]
        .filter(([, { operations }]) => operations.length > 0)
        .map(([plugin, { operations, sources }]) => ({ plugin, operations: [...operations], sources: [...sources] })),
    }
  },
})
