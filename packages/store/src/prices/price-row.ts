import { type PriceEntry, priceOf, ROLES } from '@parakh/core'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'

/** A row of `price`, read as an entry. */
export const PriceRow = z
  .object({
    id: z.string(),
    endpoint: z.string(),
    tier: z.string().nullable(),
    owner_account_id: z.string().nullable(),
    account_id: z.string().nullable(),
    role: z.enum(ROLES).nullable(),
    from_calls: Counted,
    price: z.union([Counted.transform(priceOf), z.null()]),
    valid_from: Moment,
    created_at: Moment,
    actor: z.string(),
  })
  .transform(
    (row): PriceEntry => ({
      id: row.id,
      endpoint: row.endpoint,
      tier: row.tier,
      ownerAccountId: row.owner_account_id,
      accountId: row.account_id,
      role: row.role,
      fromCalls: row.from_calls,
      price: row.price,
      validFrom: row.valid_from,
      createdAt: row.created_at,
      actor: row.actor,
    }),
  )

/** An entry as its row. */
export const priceRow = (entry: PriceEntry, revision: number) => ({
  revision,
  id: entry.id,
  endpoint: entry.endpoint,
  tier: entry.tier,
  owner_account_id: entry.ownerAccountId,
  account_id: entry.accountId,
  role: entry.role,
  from_calls: entry.fromCalls,
  price: entry.price,
  valid_from: entry.validFrom.getTime(),
  created_at: entry.createdAt.getTime(),
  actor: entry.actor,
})
