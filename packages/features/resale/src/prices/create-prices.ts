import { type Clock, soldItemText } from '@parakh/core'
import type { CheckedPrice, ListedPrice, PriceEntry, PriceSlot, Prices } from '../contract/prices.ts'
import { resaleErrors } from '../error-codes.ts'
import type { CommissionMode } from '../settings.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import type { PriceLists } from '../tables/price-lists.ts'
import { atRevision } from './at-revision.ts'
import { CommissionTree } from './commission-tree.ts'
import { floorOf } from './floor.ts'
import { checkFloor, checkSlot, checkTime, requireEndpoint, requireSold } from './set-rules.ts'
import { shareOf } from './shares.ts'
import type { SoldNow } from './sold-endpoint.ts'

/** The options of `createPrices`. */
export interface PricesOptions {
  readonly prices: PriceLists
  readonly rates: Pick<CommissionRates, 'tree'>
  readonly mode: CommissionMode
  readonly sold: SoldNow
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Price lists with their rules: only paid endpoints have a price, none starts in the past, and none is below its price floor.
 *
 * @example
 * const prices = createPrices({ prices, rates, mode: 'differential', sold, clock })
 * await prices.set({ endpoint: 'pan-details', accountId: null, role: 'retailer', fromCalls: 1_000, price: inr('5.50'), actor: 'asha' })
 */
export function createPrices({ prices, rates, mode, sold, clock }: PricesOptions): Prices {
  const paidOf = async ({ ownerAccountId, accountId, role }: OwnedSlot): Promise<number> => {
    const tree = new CommissionTree(await rates.tree(), mode)
    return accountId === null ? tree.mostPaid(role, ownerAccountId ?? undefined) : tree.paidAbove(accountId)
  }
  /** What does not depend on rates and other prices. @returns The entry, and the cost of its providers. */
  const entryOf = async ({ validFrom, ownerAccountId = null, tier = null, ...slot }: NewListPrice) => {
    const price = { ownerAccountId, tier, ...slot }
    const { endpoint, price: amount } = price
    const { cost, chargeable } = requireSold(await sold(), price)
    if (!chargeable && amount > 0) throw resaleErrors.error('PRICE_NOT_CHARGEABLE', { endpoint })
    checkSlot(price)
    const now = clock.now()
    if (validFrom) checkTime(validFrom, now)
    return { entry: { ...price, validFrom: validFrom ?? now }, cost }
  }
  const checked = async ({ entry, cost }: Awaited<ReturnType<typeof entryOf>>): Promise<CheckedPrice> => {
    const paid = { lineBasisPoints: await paidOf(entry), cost }
    checkFloor(soldItemText(entry), entry.price, paid)
    return { cost, commission: shareOf(entry.price, paid.lineBasisPoints), floor: floorOf(paid) }
  }
  return {
    async set(price) {
      const found = await entryOf(price)
      return await atRevision(prices, async (revision) => {
        await checked(found)
        return await prices.add(found.entry, revision)
      })
    },
    check: async (price) => await checked(await entryOf(price)),
    items: async () => [...(await sold()).values()].filter(({ chargeable }) => chargeable),
    async unset({ validFrom, ownerAccountId = null, tier = null, ...of }) {
      const slot = { ownerAccountId, tier, ...of }
      const now = clock.now()
      if (validFrom) checkTime(validFrom, now)
      const listed = listedOf(await prices.history(slot.endpoint), now)
      const known = listed.some(
        (entry) => entry.status !== 'past' && entry.price !== null && slotOf(entry) === slotOf(slot),
      )
      if (!known) throw resaleErrors.error('PRICE_NOT_SET', { endpoint: soldItemText(slot), slot: slotText(slot) })
      return await prices.add({ ...slot, price: null, validFrom: validFrom ?? now })
    },
    async list({ endpoint, tier = null, past = false } = {}) {
      if (endpoint !== undefined && tier === null) requireEndpoint(await sold(), endpoint)
      if (endpoint !== undefined && tier !== null) requireSold(await sold(), { endpoint, tier })
      const entries = await prices.history(endpoint)
      const ofTier = tier === null ? entries : entries.filter((entry) => entry.tier === tier)
      const listed = listedOf(ofTier, clock.now())
      return past
        ? listed
        : listed.filter(({ status, price }) => status === 'planned' || (status === 'in force' && price !== null))
    },
  }
}

type NewListPrice = Parameters<Prices['set']>[0]
type OwnedSlot = PriceSlot & Pick<PriceEntry, 'ownerAccountId'>

/** Entries replace only entries of the same owner. */
const slotOf = ({ endpoint, tier, ownerAccountId, accountId, role, fromCalls }: OwnedSlot): string =>
  JSON.stringify([endpoint, tier, ownerAccountId, role, accountId, fromCalls])

/** The scope of a price as text. It does not name accounts above the reader. */
export function slotText({ ownerAccountId, accountId, role, fromCalls }: OwnedSlot): string {
  const whom = accountId === null ? (role ?? 'everybody') : `the account ${accountId}`
  const from = fromCalls === 0 ? '' : ` from ${fromCalls} calls a month`
  return `${whom}${from}${ownerAccountId === null ? '' : ', set by the super admin above it'}`
}

/** Entries with their status, sorted by scope. @param entries In the order of writing. */
function listedOf(entries: readonly PriceEntry[], now: Date): readonly ListedPrice[] {
  const slots = new Map<string, PriceEntry[]>()
  for (const entry of entries) {
    const slot = slots.get(slotOf(entry)) ?? []
    slot.push(entry)
    slots.set(slotOf(entry), slot)
  }
  return [...slots.values()].flatMap((slot) => withStanding(slot, now)).sort(byPlace)
}

function withStanding(slot: readonly PriceEntry[], now: Date): readonly ListedPrice[] {
  const ordered = [...slot].sort((one, other) => one.validFrom.getTime() - other.validFrom.getTime())
  const inForce = ordered.findLast(({ validFrom }) => validFrom <= now)
  return ordered.map((entry, place): ListedPrice => {
    if (entry === inForce) return { ...entry, status: 'in force' }
    const replaced = ordered[place + 1]?.validFrom.getTime() === entry.validFrom.getTime()
    return { ...entry, status: entry.validFrom > now && !replaced ? 'planned' : 'past' }
  })
}

function byPlace(one: ListedPrice, other: ListedPrice): number {
  const place = ({ endpoint, tier, ownerAccountId, role, accountId }: ListedPrice) =>
    [endpoint, tier ?? '', accountId ?? '', role ?? '', ownerAccountId ?? ''].join(' ')
  const [a, b] = [place(one), place(other)]
  if (a !== b) return a < b ? -1 : 1
  return one.fromCalls - other.fromCalls || one.validFrom.getTime() - other.validFrom.getTime()
}
