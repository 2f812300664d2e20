import { coreErrors, decimal, plus, type SoldItem, soldItemText } from '@parakh/core'
import type { PriceEntry, PriceSlot } from '../contract/prices.ts'
import { resaleErrors } from '../error-codes.ts'
import { percentText } from '../percent-text.ts'
import { floorOf, type PaidOfPrice, pays } from './floor.ts'
import { shareOf } from './shares.ts'
import type { SoldEndpoint, SoldEndpoints } from './sold-endpoint.ts'

const MOST_CALLS = 1_000_000_000

/** @throws `PRICE_ENDPOINT_UNKNOWN` */
export function requireEndpoint(sold: SoldEndpoints, endpoint: string): readonly SoldEndpoint[] {
  const items = [...sold.values()]
  const own = items.filter((item) => item.endpoint === endpoint)
  if (own.length > 0) return own
  const allowed = [...new Set(items.map((item) => item.endpoint))].join(', ')
  throw resaleErrors.error('PRICE_ENDPOINT_UNKNOWN', { endpoint, allowed })
}

/** @throws `PRICE_ENDPOINT_UNKNOWN`, `PRICE_TIER_REQUIRED`, `PRICE_TIER_UNKNOWN` */
export function requireSold(sold: SoldEndpoints, item: SoldItem): SoldEndpoint {
  const found = sold.get(soldItemText(item))
  if (found) return found
  const { endpoint, tier } = item
  const items = requireEndpoint(sold, endpoint)
  const allowed = items.map(soldItemText).join(', ')
  if (tier === null) throw coreErrors.error('PRICE_TIER_REQUIRED', { endpoint, allowed })
  throw coreErrors.error('PRICE_TIER_UNKNOWN', { endpoint, tier, allowed })
}

/** @throws `PRICE_SLOT_INVALID` */
export function checkSlot({ accountId, role, fromCalls }: PriceSlot): void {
  if (accountId !== null && role !== null)
    throw resaleErrors.error('PRICE_SLOT_INVALID', {
      detail: 'an account has one role: name the account or the role',
    })
  if (!Number.isSafeInteger(fromCalls) || fromCalls < 0 || fromCalls > MOST_CALLS)
    throw resaleErrors.error('PRICE_SLOT_INVALID', {
      detail: `${fromCalls} calls are no whole number up to ${MOST_CALLS}`,
    })
}

/** @throws `PRICE_IN_THE_PAST` */
export function checkTime(validFrom: Date, now: Date): void {
  if (validFrom >= now) return
  throw resaleErrors.error('PRICE_IN_THE_PAST', { validFrom: validFrom.toISOString(), now: now.toISOString() })
}

/** @throws `PRICE_BELOW_FLOOR` with the figures */
export function checkFloor(endpoint: string, price: NonNullable<PriceEntry['price']>, paid: PaidOfPrice): void {
  if (pays(price, paid)) return
  const { lineBasisPoints, cost } = paid
  const floor = floorOf(paid)
  throw resaleErrors.error('PRICE_BELOW_FLOOR', {
    ...{ endpoint, price: decimal(price), percent: percentText(lineBasisPoints) },
    ...{ commission: decimal(shareOf(price, lineBasisPoints)), cost: decimal(cost) },
    needed: decimal(plus(shareOf(price, lineBasisPoints), cost)),
    floor: floor === null ? 'no price, since the line takes all of it' : `at least ${decimal(floor)} INR`,
  })
}
