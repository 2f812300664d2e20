import { type Account, type ChargedCalls, type Money, micro, type Price, type Role, zero } from '@parakh/core'
import type { PriceEntry } from '../contract/prices.ts'
import type { ProposedPrice } from '../contract/simulations.ts'
import type { CommissionTree } from '../prices/commission-tree.ts'
import { PriceBook } from '../prices/price-book.ts'
import { basePrice, superAdminOf } from '../prices/price-list-rule.ts'
import type { SoldEndpoint } from '../prices/sold-endpoint.ts'
import { unlisted } from '../prices/unlisted.ts'

/** Whose price is asked for. */
export type Payer = Pick<Account, 'id' | 'role' | 'parentId'>
/** The prices of one item: those in force, or with those that are tried. */
export interface ItemPricing {
  readonly item: SoldEndpoint
  readonly book: PriceBook
  readonly tree: CommissionTree
  readonly at: Date
}

/** The prices of an item now. @param entries Those of its endpoint, in the order of writing. */
export function pricingNow(of: Omit<ItemPricing, 'book'>, entries: readonly PriceEntry[]): ItemPricing {
  const book = new PriceBook()
  book.add(entries)
  return { ...of, book }
}

/** The same with prices that are tried, as if each had been set now. */
export function pricingWith(
  of: Omit<ItemPricing, 'book'>,
  entries: readonly PriceEntry[],
  proposed: readonly ProposedPrice[],
): ItemPricing {
  const set = proposed.map((price, place) => ({
    ...price,
    ...{ id: `proposed-${place}`, validFrom: of.at, createdAt: of.at, actor: 'simulation' },
  }))
  return pricingNow(of, [...entries, ...set])
}

/** What a call costs after so many charged calls of the month; null: the plugin computes it for each request. */
export async function priceAfter(
  { item, book, tree, at }: ItemPricing,
  payer: Payer,
  calls: number,
): Promise<Price | null> {
  const { endpoint, tier, listed, listedSource } = item
  const known = { book, sharesFrom: (accountId: string) => tree.shares(accountId) }
  const volumes = { calls: (of: { readonly accountId: string }) => (of.accountId === payer.id ? calls : 0) }
  const question = { endpoint, tier, units: 1, account: payer, environment: 'production', listedSource, at } as const
  const base = await basePrice({ known, volumes, current: unlisted(item) }, { ...question, listed: listed ?? zero })
  return listed === null && base.source === listedSource ? null : base.price
}

/** What the charged calls of an account cost by two price lists. */
export interface PriceEffect {
  /** By the prices in force, which may be others than those of that month. */
  readonly now: Money
  /** With the prices that are tried. */
  readonly tried: Money
  /** The calls whose price changes. */
  readonly changed: number
}

/** Prices each charged call, in order, by the volume tiers of both price lists. */
export async function priceEffect(
  { now, tried }: { readonly now: ItemPricing; readonly tried: ItemPricing },
  payer: Payer,
  { calls, charged }: Pick<ChargedCalls, 'calls' | 'charged'>,
): Promise<PriceEffect> {
  let [costNow, costTried, changed] = [0, 0, 0]
  const starts = [0, ...new Set([...bordersOf(now, payer), ...bordersOf(tried, payer)])]
    .filter((border) => border < calls)
    .sort((one, other) => one - other)
  for (const [place, start] of starts.entries()) {
    const count = (starts[place + 1] ?? calls) - start
    const [before, after] = [await priceAfter(now, payer, start), await priceAfter(tried, payer, start)]
    // Of a computed price the average is known.
    const paid = before === null ? Math.floor((charged * count) / calls) : before * count
    costNow += paid
    costTried += after === null ? paid : after * count
    if (after !== null && before !== after) changed += count
  }
  return { now: micro(costNow), tried: micro(costTried), changed }
}

function bordersOf({ item, book, tree, at }: ItemPricing, payer: Payer): readonly number[] {
  const owner = payer.parentId === null ? null : superAdminOf(tree.shares(payer.parentId))
  return book.of(item)?.borders({ account: payer, owner, at: at.getTime() }) ?? []
}

/** An account that a price of a role, or of everybody, would apply to: it has no price of its own. */
export const somebody = (role: Role | null, parentId: string | null): Payer => ({
  ...{ id: '', role: role ?? 'customer', parentId },
})
