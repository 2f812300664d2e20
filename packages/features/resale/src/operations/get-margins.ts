import { defineOperation, exactDecimal } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Costs } from '../contract/costs.ts'
import { Exact, Month } from './operation-fields.ts'
import { costsRead } from './scopes.ts'

const MarginView = z.object({
  endpoint: z.string(),
  calls: z.int().describe('Charged calls among those that asked a provider'),
  revenue: Rupees.describe('What callers paid, less refunds'),
  commission: Exact,
  attempts: z.int(),
  cost: Rupees,
  margin: Exact.describe('Revenue less commission and provider cost'),
})
const HEAD = ['Endpoint', 'Charged calls', 'Revenue', 'Commission', 'Attempts', 'Cost', 'Margin (INR)']

/** The margins of a month. */
export const getMargins = defineOperation({
  ...{ id: 'costs.margins', effect: 'read', scope: costsRead, path: '/costs/margins', whose: 'operators' },
  summary: 'Get the margin of each endpoint in a month, after commission and provider costs',
  input: z.object({ month: Month }),
  output: z.object({ month: z.string(), margins: z.array(MarginView) }),
  command: {
    options: { month: { value: '<month>' } },
    text({ month, margins }, { draw }) {
      if (margins.length === 0) return `No provider with a known cost was asked in ${month}.`
      const rows = margins.map(({ endpoint, calls, revenue, commission, attempts, cost, margin }) => [
        ...[endpoint, `${calls}`, revenue, commission, `${attempts}`, cost, margin],
      ])
      return draw.table(HEAD, rows)
    },
  },
  needs: { costs: Costs },
  async handle({ input: { month }, costs }) {
    const rows = await costs.margins(month)
    return {
      month,
      margins: rows.map(({ revenue, commission, cost, margin, ...row }) => ({
        ...{ ...row, revenue: rupeesText(revenue), commission: exactDecimal(commission) },
        ...{ cost: rupeesText(cost), margin: exactDecimal(margin) },
      })),
    }
  },
})
