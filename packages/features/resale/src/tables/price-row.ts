import { Counted, Moment, priceOf, ROLES } from '@parakh/core'
import * as z from 'zod'
import type { PriceEntry } from '../contract/prices.ts'

const Slot = {
  endpoint: z.string(),
  tier: z.string().nullable(),
  owner_account_id: z.string().nullable(),
  account_id: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
}

/** A row of `price`, read as an entry. */
export const StoredPrice = z
  .object({
    ...{ ...Slot, id: z.string(), actor: z.string(), from_calls: Counted, valid_from: Moment, created_at: Moment },
    price: z.union([Counted.transform(priceOf), z.null()]),
  })
  .transform(
    ({ id, endpoint, tier, role, price, actor, ...row }): PriceEntry => ({
      ...{ id, endpoint, tier, role, price, actor },
      ownerAccountId: row.owner_account_id,
      accountId: row.account_id,
      fromCalls: row.from_calls,
      validFrom: row.valid_from,
      createdAt: row.created_at,
    }),
  )

/** The scope and volume tier of a price: one entry of it at a time is in force. */
export const PriceSlotRow = z.object({ ...Slot, from_calls: z.int() })
/** What a price is written with. */
export const PriceRow = PriceSlotRow.extend({
  ...{ revision: z.int(), id: z.string(), price: z.int().nullable(), actor: z.string() },
  ...{ valid_from: z.date(), created_at: z.date() },
})

/** The slot of an entry. */
export const slotRow = (entry: Omit<PriceEntry, 'id' | 'createdAt'>): z.input<typeof PriceSlotRow> => ({
  endpoint: entry.endpoint,
  tier: entry.tier,
  owner_account_id: entry.ownerAccountId,
  account_id: entry.accountId,
  role: entry.role,
  from_calls: entry.fromCalls,
})

/** An entry as its row. */
export const priceRow = (entry: PriceEntry, revision: number): z.input<typeof PriceRow> => ({
  ...slotRow(entry),
  ...{ revision, id: entry.id, price: entry.price, actor: entry.actor },
  valid_from: entry.validFrom,
  created_at: entry.createdAt,
})
