import { defineOperation, exactDecimal, ROLES, soldItemText, type Viewer } from '@parakh/core'
import { EnvironmentField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { type ExplainedQuote, type QuoteStep, Quotes } from '../contract/quotes.ts'
import { percentText } from '../percent-text.ts'
import { Exact } from './operation-fields.ts'
import { SLOT_COMMAND } from './price-views.ts'
import { pricesRead } from './scopes.ts'

const LegView = z.object({
  account_id: z.string(),
  role: z.enum(ROLES),
  amount: Exact,
  rate: z.string().describe('Its own rate in percent'),
  share: z.string().describe('The rate less the shares of the levels below, in percent'),
})
const StepView = z.object({ rule: z.string(), applies: z.boolean(), detail: z.string() })
const QuoteView = z.object({
  endpoint: z.string(),
  tier: z.string().nullable().describe('The price is that of one unit of it; null: the endpoint has no tiers'),
  account_id: z.string(),
  environment: EnvironmentField,
  at: Moment,
  price: Rupees,
  charged: Rupees.describe('What the wallet would pay now: nothing if a plan unit pays'),
  source: z.enum(['account', 'list', 'configuration', 'plugin', 'default']),
  version: z.string(),
  volume: z.object({ calls: z.int(), period: z.string() }).nullable(),
  commission: z.array(LegView).describe('For an account: only its own share and those below it'),
  steps: z.array(StepView),
  platform: Exact.nullable().describe("The platform's share; for operators only"),
  cost: Rupees.nullable().describe('The provider cost; for operators only'),
  floor: Rupees.nullable().describe('The price floor; for operators only'),
})

/** Explains the price of a call. */
export const explainQuote = defineOperation({
  ...{ id: 'quotes.explain', effect: 'read', scope: pricesRead, path: '/quotes' },
  summary: 'Explain the current price of a call step by step, with its commission',
  input: z.object({
    endpoint: z.string().describe('Its id'),
    tier: z.string().exactOptional().describe('One of its tiers, for an endpoint that has them'),
    account_id: z.string().describe('Who calls'),
    environment: EnvironmentField,
  }),
  output: QuoteView,
  whose: { account: 'account_id' },
  errors: {
    ...{ PRICE_ENDPOINT_UNKNOWN: 422, PRICE_TIER_REQUIRED: 422, PRICE_TIER_UNKNOWN: 422 },
    ...{ PRICE_COMPUTED: 409, PRICE_INVALID: 409 },
  },
  command: {
    ...{ name: 'quote', positional: SLOT_COMMAND.positional },
    // Levels that are paid nothing stand in the steps.
    more: ({ commission }) => ({ commission: commission.filter(({ amount }) => Number(amount) > 0) }),
    text(quote, { draw }) {
      const { account_id, environment, price, charged, steps } = quote
      const paid = charged === price ? '' : `, of which the wallet pays ${charged} INR`
      const title = `${soldItemText(quote)} costs ${account_id} ${price} INR in ${environment} now${paid}.`
      const rows = steps.map(({ rule, applies, detail }) => [applies ? '*' : '', rule, detail])
      return `${title}\n\n${draw.table(['', 'Rule', 'Result'], rows)}`
    },
  },
  needs: { quotes: Quotes },
  async handle({ input: { endpoint, tier = null, account_id: accountId, environment }, viewer, quotes }) {
    const quote = await quotes.explain({ endpoint, tier, accountId, environment })
    const isOperator = viewer.accountId === null
    return {
      ...{ endpoint, tier, account_id: accountId, environment, at: moment(quote.at) },
      ...{ price: rupeesText(quote.price), charged: rupeesText(quote.charged) },
      ...{ source: quote.source, version: quote.version, volume: quote.volume },
      commission: (await legsSeen(viewer, quote)).map(presentLeg),
      steps: quote.steps.filter((step) => isOperator || !tellsOfOthers(step)).map((step) => ({ ...step })),
      platform: isOperator ? exactDecimal(quote.platform) : null,
      cost: isOperator ? rupeesText(quote.cost) : null,
      floor: isOperator ? rupeesText(quote.floor) : null,
    }
  },
})

type Leg = ExplainedQuote['commission'][number]

async function legsSeen(viewer: Viewer, { commission }: ExplainedQuote): Promise<readonly Leg[]> {
  const seen = await Promise.all(commission.map(({ accountId }) => viewer.sees(accountId)))
  return commission.filter((_, place) => seen[place])
}

/** Hides the commission of accounts above, the platform's share and provider costs. */
const tellsOfOthers = ({ rule }: QuoteStep): boolean => ['commission', 'platform', 'floor'].includes(rule)

const presentLeg = ({ accountId, role, amount, basisPoints, shareBasisPoints }: Leg): z.input<typeof LegView> => ({
  ...{ account_id: accountId, role, amount: exactDecimal(amount) },
  ...{ rate: percentText(basisPoints), share: percentText(shareBasisPoints) },
})
