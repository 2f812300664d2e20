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
const ProviderView = z.object({
  provider: z.string().describe('A source such as pan/acme; without a name by its place, pan/http#0'),
  endpoint: z.string(),
  attempts: z.int(),
  answers: z.int().describe('Those among them that answered, with data or a definite no'),
  cost: Rupees,
})
const PROVIDER_HEAD = ['Source', 'Endpoint', 'Attempts', 'Answers', 'Cost (INR)']
const HEAD = ['Endpoint', 'Charged calls', 'Revenue', 'Commission', 'Attempts', 'Cost', 'Margin (INR)']

/** The margins of a month. */
export const getMargins = defineOperation({
  ...{ id: 'costs.margins', effect: 'read', scope: costsRead, path: '/costs/margins', whose: 'operators' },
  summary:
    'Get the margin of each endpoint in a month, after commission and provider costs, and what each provider cost',
  input: z.object({ month: Month }),
  output: z.object({ month: z.string(), margins: z.array(MarginView), providers: z.array(ProviderView) }),
  command: {
    options: { month: { value: '<month>' } },
    text({ month, margins, providers }, { draw }) {
      if (margins.length === 0) return `No provider with a known cost was asked in ${month}.`
      const rows = margins.map(({ endpoint, calls, revenue, commission, attempts, cost, margin }) => [
        ...[endpoint, `${calls}`, revenue, commission, `${attempts}`, cost, margin],
      ])
      const ofProviders = providers.map(({ provider, endpoint, attempts, answers, cost }) => [
        ...[provider, endpoint, `${attempts}`, `${answers}`, cost],
      ])
      return `${draw.table(HEAD, rows)}\n\n${draw.table(PROVIDER_HEAD, ofProviders)}`
    },
  },
  needs: { costs: Costs },
  async handle({ input: { month }, costs }) {
    const { endpoints, providers } = await costs.margins(month)
    return {
      month,
      providers: providers.map(({ cost, ...row }) => ({ ...row, cost: rupeesText(cost) })),
      margins: endpoints.map(({ revenue, commission, cost, margin, ...row }) => ({
        ...{ ...row, revenue: rupeesText(revenue), commission: exactDecimal(commission) },
        ...{ cost: rupeesText(cost), margin: exactDecimal(margin) },
      })),
    }
  },
})
