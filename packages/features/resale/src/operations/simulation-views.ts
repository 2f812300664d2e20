import { exactDecimal, minus, ROLES } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import type { SimulatedPrice, SimulatedSums, Simulation } from '../contract/simulations.ts'
import { Exact } from './operation-fields.ts'
import { SlotFields } from './price-views.ts'

const SumsView = z.object({
  revenue: Exact.describe('What callers pay, before refunds'),
  commission: z
    .array(z.object({ role: z.enum(ROLES), amount: Exact }))
    .describe('By level, the lowest first; for an account: its own and those below it'),
  own: Exact.describe('What the account of the question earns of it'),
  platform: Exact.nullable().describe('The revenue less all commission; for operators only'),
  cost: Exact.nullable().describe(
    'What providers cost, by the costs in force; endpoints with tiers count as nothing; for operators only',
  ),
  margin: Exact.nullable().describe("The platform's share less that cost; for operators only"),
})
const BothSides = { calls: z.int().describe('Charged calls of the month'), before: SumsView, after: SumsView }
const { endpoint, tier, account_id, role, from_calls } = SlotFields

/** A simulation in an output. */
export const SimulationView = z.object({
  month: z.string(),
  account_id: z.string().nullable().describe('Null: all accounts'),
  accounts: z.int().describe('The accounts below'),
  total: z.object(BothSides),
  endpoints: z.array(
    z.object({
      endpoint: z.string(),
      ...BothSides,
      changed_calls: z.int().describe('Those whose price changes'),
      changed_accounts: z.int().describe('Who made them'),
    }),
  ),
  prices: z
    .array(
      z.object({
        ...{ endpoint, tier: tier.unwrap(), account_id: account_id.unwrap(), role: role.unwrap() },
        from_calls: from_calls.unwrap(),
        current: Rupees.nullable().describe(
          'What applies there now: of everybody for a customer without a price of its own; null: computed for each request',
        ),
        price: Rupees,
        counted: z.boolean().describe('False: calls of one tier are not counted, so the sums are without this price'),
        commission: Exact.nullable().describe('Of the line that is paid most of it; for operators only'),
        cost: Rupees.nullable().describe('The provider cost; for operators only'),
        floor: Rupees.nullable().describe('The lowest price that pays both; for operators only'),
      }),
    )
    .describe('Of each price that is tried'),
})
type View = z.input<typeof SimulationView>

/** Presents a simulation. @param isOperator Whether platform, costs and floors are shown. */
export const presentSimulation = (
  { month, accounts, total, endpoints, prices }: Simulation,
  { accountId, isOperator }: { readonly accountId: string | null; readonly isOperator: boolean },
): View => ({
  ...{ month, account_id: accountId, accounts, total: bothSides(total, isOperator) },
  endpoints: endpoints.map((one) => ({
    ...{ endpoint: one.endpoint, ...bothSides(one, isOperator) },
    ...{ changed_calls: one.changed.calls, changed_accounts: one.changed.accounts },
  })),
  prices: prices.map((price) => presentTried(price, isOperator)),
})

const bothSides = ({ calls, before, after }: Simulation['total'], isOperator: boolean) => ({
  ...{ calls, before: presentSums(before, isOperator), after: presentSums(after, isOperator) },
})

const presentSums = (
  { revenue, levels, own, platform, cost }: SimulatedSums,
  isOperator: boolean,
): View['total']['before'] => ({
  revenue: exactDecimal(revenue),
  commission: levels.map(({ role, amount }) => ({ role, amount: exactDecimal(amount) })),
  own: exactDecimal(own),
  platform: isOperator ? exactDecimal(platform) : null,
  cost: isOperator ? exactDecimal(cost) : null,
  margin: isOperator ? exactDecimal(minus(platform, cost)) : null,
})

const presentTried = (tried: SimulatedPrice, isOperator: boolean): View['prices'][number] => ({
  ...{ endpoint: tried.endpoint, tier: tried.tier, account_id: tried.accountId, role: tried.role },
  ...{ from_calls: tried.fromCalls, price: rupeesText(tried.price), counted: tried.counted },
  current: tried.current === null ? null : rupeesText(tried.current),
  commission: isOperator ? exactDecimal(tried.commission) : null,
  cost: isOperator ? rupeesText(tried.cost) : null,
  floor: isOperator && tried.floor !== null ? rupeesText(tried.floor) : null,
})
