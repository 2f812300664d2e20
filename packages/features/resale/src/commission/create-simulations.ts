import { type ChargedCalls, type ChargedUsage, type Price, soldItemText, zero } from '@parakh/core'
import { type Month, monthAt, monthOf } from '@parakh/core/formats'
import type { CheckedPrice, Prices } from '../contract/prices.ts'
import type { ProposedPrice, SimulatedPrice, SimulationQuestion, Simulations } from '../contract/simulations.ts'
import { resaleErrors } from '../error-codes.ts'
import { CommissionTree } from '../prices/commission-tree.ts'
import { requireSold } from '../prices/set-rules.ts'
import type { SoldEndpoints } from '../prices/sold-endpoint.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import type { CommissionsOptions } from './create-commissions.ts'
import { type ItemPricing, priceAfter, priceEffect, pricingNow, pricingWith, somebody } from './proposed-prices.ts'
import { withProposedRates } from './proposed-rates.ts'
import { type SimulatedCalls, simulatedEndpoints, totalOf } from './simulated-sums.ts'

/** Accounts of one simulation: their sums are read some hundred at a time. */
const MOST_ACCOUNTS = 10_000

/** What simulations are made of. */
export interface SimulationsOptions extends CommissionsOptions {
  /** Null: nobody counts charged calls by day. */
  readonly usage: ChargedUsage | null
  readonly lists: Pick<Prices, 'check'>
}

/**
 * Rates and prices, tried on the charged calls of a month, by the rules of quotes and of changes.
 *
 * @example
 * const simulations = createSimulations({ usage, rates, prices, lists, mode: 'differential', sold, clock })
 * const { total } = await simulations.run({ accountId, upTo: accountId, month: null, rates: [], prices: [] })
 */
export function createSimulations(options: SimulationsOptions): Simulations {
  const { usage, rates, lists, sold, clock, mode } = options
  return {
    async run(question) {
      const { accountId, prices } = question
      if (!usage) throw resaleErrors.error('SIMULATION_NO_USAGE', {})
      const month = requireMonth(question.month, clock.now())
      const now = new CommissionTree(await rates.tree(), mode)
      const payers = now.below(accountId)
      if (payers.length > MOST_ACCOUNTS)
        throw resaleErrors.error('SIMULATION_TOO_LARGE', { accounts: payers.length, most: MOST_ACCOUNTS })
      const after = await withProposedRates(options, { tree: now, accountId, rates: question.rates })
      const checked = await Promise.all(
        prices.map(async (price) => ({ ...price, ...(await lists.check({ ...price, actor: 'simulation' })) })),
      )
      const used = await usage.read({
        ...{ accountIds: payers.map((payer) => payer.accountId), environment: 'production' },
        ...{ from: month.from.getTime(), until: month.until.getTime() },
      })
      const pricings = await pricingsOf(options, { tree: now, prices })
      const calls = await simulatedCalls(await sold(), { used, payers, pricings })
      const endpoints = simulatedEndpoints(calls, { ...question, before: now, after })
      return {
        ...{ month: month.period, accounts: payers.length, endpoints, total: totalOf(endpoints) },
        prices: await Promise.all(checked.map((price) => simulatedPrice(options, pricings, price))),
      }
    },
  }
}

/** The month before that of `now`, unless one is named. @throws `SIMULATION_MONTH_INVALID` */
function requireMonth(text: string | null, now: Date): Month {
  const month = text === null ? monthAt(new Date(monthAt(now).from.getTime() - 1)) : monthOf(text)
  if (!month) throw resaleErrors.error('SIMULATION_MONTH_INVALID', { month: text ?? '' })
  return month
}

interface Pricings {
  readonly now: ItemPricing
  readonly tried: ItemPricing
}

/** The prices of each item that a price is tried for, by its text. */
async function pricingsOf(
  { sold, prices: lists, clock }: Pick<SimulationsOptions, 'sold' | 'prices' | 'clock'>,
  { tree, prices }: { readonly tree: CommissionTree; readonly prices: SimulationQuestion['prices'] },
): Promise<ReadonlyMap<string, Pricings>> {
  const items = await sold()
  const found = new Map<string, Pricings>()
  for (const price of prices) {
    const item = requireSold(items, price)
    const entries = await lists.history(item.endpoint)
    const of = { item, tree, at: clock.now() }
    const proposed = prices.filter((other) => soldItemText(other) === soldItemText(item))
    found.set(soldItemText(item), { now: pricingNow(of, entries), tried: pricingWith(of, entries, proposed) })
  }
  return found
}

async function simulatedCalls(
  items: SoldEndpoints,
  of: {
    readonly used: readonly ChargedCalls[]
    readonly payers: readonly CommissionLevel[]
    readonly pricings: ReadonlyMap<string, Pricings>
  },
): Promise<readonly SimulatedCalls[]> {
  const payers = new Map(of.payers.map((payer) => [payer.accountId, payer]))
  const calls: SimulatedCalls[] = []
  for (const used of of.used) {
    const payer = payers.get(used.accountId)
    if (!payer) continue
    const { parentId, role } = payer
    // Calls of tiers are counted by endpoint alone.
    const pricing = of.pricings.get(used.endpoint)
    const effect = pricing
      ? await priceEffect(pricing, { id: used.accountId, role, parentId }, used)
      : { now: used.charged, tried: used.charged, changed: 0 }
    calls.push({ ...used, ...effect, parentId, cost: items.get(used.endpoint)?.cost ?? zero })
  }
  return calls
}

async function simulatedPrice(
  { rates }: Pick<SimulationsOptions, 'rates'>,
  pricings: ReadonlyMap<string, Pricings>,
  price: ProposedPrice & CheckedPrice,
): Promise<SimulatedPrice> {
  const { accountId, role, ownerAccountId, fromCalls, tier } = price
  const pricing = pricings.get(soldItemText(price))
  const current = async (of: ItemPricing): Promise<Price | null> => {
    if (accountId === null) return await priceAfter(of, somebody(role, ownerAccountId), fromCalls)
    const [payer] = await rates.line(accountId)
    return payer ? await priceAfter(of, { id: accountId, role: payer.role, parentId: payer.parentId }, fromCalls) : null
  }
  return { ...price, current: pricing ? await current(pricing.now) : null, counted: tier === null }
}
