import type { Account, BasePrice, PriceQuestion, PriceRule, RevisionCache } from '@parakh/core'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import type { ItemPrices } from './price-book.ts'
import type { KnownPrices } from './price-cache.ts'
import type { CommissionShare } from './shares.ts'
import { monthOf, type Volumes, volumeName } from './volumes.ts'

/** What price lists are read from. */
export interface PriceListOptions {
  readonly cache: RevisionCache<KnownPrices>
  readonly volumes: Volumes
}

/**
 * The prices of lists and accounts, over those of the configuration and of plugins. Precedence: account, price list; in each the super admin's
 * price precedes the operators', but never below its own price (decision 0059). A call needs a database read only for volume tiers.
 *
 * @example
 * PriceRules.contribute({ id: 'lists', needs: { sources: PriceSources }, make: ({ sources }) => priceListRule(sources) })
 */
export function priceListRule({ cache, volumes }: PriceListOptions): Extract<PriceRule, { readonly phase: 'base' }> {
  return {
    phase: 'base',
    base(question, current) {
      const known = cache.get()
      return 'then' in known
        ? known.then((fresh) => basePrice({ known: fresh, volumes, current }, question))
        : basePrice({ known, volumes, current }, question)
    },
  }
}

/** The price that is asked for, and whose: of an account no more is read. */
export interface BaseQuestion extends Omit<PriceQuestion, 'account'> {
  readonly account: Pick<Account, 'id' | 'role' | 'parentId'>
}
/** The sources of prices. */
export interface PriceSources {
  readonly known: Pick<KnownPrices, 'book' | 'sharesFrom'>
  readonly volumes: Pick<Volumes, 'calls'>
  /** The price where no list and no account has one. */
  readonly current: BasePrice
}

/** The price of an account, with its source. */
export function basePrice(sources: PriceSources, question: BaseQuestion): BasePrice | Promise<BasePrice> {
  const prices = sources.known.book.of(question)
  if (!prices) return sources.current
  const { parentId } = question.account
  const line = prices.owned && parentId !== null ? sources.known.sharesFrom(parentId) : NO_LINE
  return 'then' in line
    ? line.then((read) => reached(sources, question, { prices, owner: superAdminOf(read) }))
    : reached(sources, question, { prices, owner: superAdminOf(line) })
}

const NO_LINE: readonly CommissionShare[] = []

/** The super admin at the top of a line; a line has at most one. */
export function superAdminOf(line: readonly CommissionLevel[]): string | null {
  const top = line.at(-1)
  return top?.role === 'super_admin' ? top.accountId : null
}

/** What a super admin currently pays itself: the lower limit of the prices that it sets for others. */
export function ownPrice(
  sources: PriceSources,
  { account, ...question }: BaseQuestion,
  superAdmin: string,
): BasePrice | Promise<BasePrice> {
  return basePrice(sources, {
    ...question,
    account: { ...account, id: superAdmin, role: 'super_admin', parentId: null },
  })
}

/** The scope in which an account's price is looked up. */
export interface PricesOf {
  readonly prices: ItemPrices
  /** The super admin above it; null: none. */
  readonly owner: string | null
}

function reached(sources: PriceSources, question: BaseQuestion, of: PricesOf): BasePrice | Promise<BasePrice> {
  const calls = callsFor(sources.volumes, of, question)
  return typeof calls === 'number'
    ? listed(sources, question, { ...of, calls })
    : calls.then((counted) => listed(sources, question, { ...of, calls: counted }))
}

/** Charged calls of this month, if a volume tier of this account depends on them; else 0, without a read. */
export function callsFor(
  volumes: Pick<Volumes, 'calls'>,
  { prices, owner }: PricesOf,
  { endpoint, tier, account, environment, at }: BaseQuestion,
): number | Promise<number> {
  const borders = prices.byVolume ? prices.borders({ account, owner, at: at.getTime() }) : []
  return borders.length === 0 ? 0 : volumes.calls({ accountId: account.id, environment, endpoint, tier }, borders, at)
}

function listed(
  sources: PriceSources,
  question: BaseQuestion,
  { prices, owner, calls }: PricesOf & { readonly calls: number },
): BasePrice | Promise<BasePrice> {
  const { account, at } = question
  const entry = prices.find({ account, owner, at: at.getTime() }, calls)
  const volume = prices.byVolume ? { name: volumeName(question), period: monthOf(at) } : undefined
  if (!entry || entry.price === null) return { ...sources.current, volume }
  const source = entry.accountId === null ? 'list' : 'account'
  const found: BasePrice = { price: entry.price, source, version: `price-${entry.id}`, volume }
  if (entry.ownerAccountId === null) return found
  const own = ownPrice(sources, question, entry.ownerAccountId)
  return 'then' in own ? own.then((known) => higher(found, known)) : higher(found, own)
}

const higher = (found: BasePrice, own: BasePrice): BasePrice => (own.price > found.price ? own : found)
