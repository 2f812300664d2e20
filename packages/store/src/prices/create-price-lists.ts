import {
  type Clock,
  decimal,
  type Ids,
  type NewPrice,
  type PriceEntry,
  type PriceLists,
  soldItemText,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { PriceRow, priceRow } from './price-row.ts'

/** What price lists are made from. */
export interface PriceListsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Price lists on a database.
 *
 * @example
 * const prices = createPriceLists({ database, clock, ids })
 * await prices.add({ endpoint: 'pan-details', tier: null, ownerAccountId: null, accountId: null, role: null, fromCalls: 0, price: inr('5.50'), validFrom, actor })
 */
export function createPriceLists({ database, clock, ids }: PriceListsOptions): PriceLists {
  const { knex, table, revisions } = database
  const entries = (): Knex.QueryBuilder => knex(table('price')).orderBy('revision')

  async function write(
    transaction: Knex.Transaction,
    price: NewPrice,
    ifRevision: number | undefined,
  ): Promise<PriceEntry> {
    const { accountId, ownerAccountId } = price
    const revision = await revisions.raise(transaction, 'account-tree', ifRevision)
    if (accountId !== null) await requireAccount(transaction, database, accountId)
    const before = await latestOf(transaction, table('price'), price)
    const entry: PriceEntry = { ...price, id: ids.next(), createdAt: clock.now() }
    await transaction(table('price')).insert(priceRow(entry, revision))
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at: entry.createdAt, actor: price.actor },
      // A super admin sees its own acts, those for a role too.
      accountId: accountId ?? ownerAccountId,
      action: price.price === null ? 'price.unset' : 'price.set',
      subject: `price/${soldItemText(price)}`,
      before: before && told(before),
      after: told(entry),
    })
    return entry
  }
  return {
    revision: () => revisions.read('account-tree'),
    add: (price, ifRevision) => database.write((transaction) => write(transaction, price, ifRevision)),
    async history(endpoint) {
      const query = endpoint === undefined ? entries() : entries().where({ endpoint })
      return z.array(PriceRow).parse(await query)
    },
    async changesAfter(known) {
      const revision = await revisions.read('account-tree')
      if (revision === known) return null
      const rows = await entries().where('revision', '>', known).where('revision', '<=', revision)
      const rate: unknown = await knex(table('commission_rate')).where('basis_points', '>', 0).first('account_id')
      return { revision, entries: z.array(PriceRow).parse(rows), commission: rate !== undefined }
    },
    changesHere: () => revisions.here('account-tree'),
  }
}

async function latestOf(knex: Knex, table: string, slot: NewPrice): Promise<PriceEntry | null> {
  const { endpoint, tier, ownerAccountId, accountId, role, fromCalls } = slot
  const of = { endpoint, tier, owner_account_id: ownerAccountId, account_id: accountId, role, from_calls: fromCalls }
  const row: unknown = await knex(table).where(of).orderBy('revision', 'desc').first()
  return row === undefined ? null : PriceRow.parse(row)
}

const told = (entry: PriceEntry): Readonly<Record<string, unknown>> => ({
  owner_account_id: entry.ownerAccountId,
  account_id: entry.accountId,
  role: entry.role,
  from_calls: entry.fromCalls,
  price: entry.price === null ? null : decimal(entry.price),
  valid_from: entry.validFrom.toISOString(),
})
