import {
  decimal,
  type Ids,
  platformRevisions,
  type Steps,
  soldItemText,
  type TableAccess,
  type TableTransaction,
} from '@parakh/core'
import type { PriceEntry } from '../contract/prices.ts'
import type { NewPrice, PriceLists } from './price-lists.ts'
import { priceRow, slotRow } from './price-row.ts'
import { priceStatements as statements } from './price-statements.ts'
import { rateStatements } from './rate-statements.ts'

/** What price lists are kept with. */
export interface PriceListParts {
  readonly tables: TableAccess
  readonly ids: Ids
}

const { accountTree } = platformRevisions

/**
 * Price lists in the plugin's own table.
 *
 * @example
 * const prices = createPriceLists({ tables, ids })
 * await prices.add({ endpoint: 'pan-details', tier: null, ownerAccountId: null, accountId: null, role: null, fromCalls: 0, price: inr('5.50'), validFrom, actor })
 */
export function createPriceLists({ tables, ids }: PriceListParts): PriceLists {
  return {
    revision: () => tables.revision(accountTree),
    async add(price, ifRevision) {
      const id = ids.next()
      return await tables.transaction((tx) => write(tx, { ...price, id }, ifRevision))
    },
    history: (endpoint) => tables.rows(statements.history({ endpoint })),
    async changesAfter(known) {
      const revision = await tables.revision(accountTree)
      if (revision === known) return null
      const entries = await tables.rows(statements.changed({ after: known, through: revision }))
      const rate = await tables.first(rateStatements.anyAboveZero())
      return { revision, entries, commission: rate !== null }
    },
    changesHere: () => tables.changesHere(accountTree),
  }
}

function* write(
  tx: TableTransaction,
  price: NewPrice & Pick<PriceEntry, 'id'>,
  ifRevision: number | undefined,
): Steps<PriceEntry> {
  const { accountId, ownerAccountId } = price
  const revision = yield* tx.raiseRevision(accountTree, ifRevision)
  if (accountId !== null) yield* tx.account(accountId)
  const before = yield* tx.first(statements.latest(slotRow(price)))
  const entry: PriceEntry = { ...price, createdAt: tx.at }
  yield* tx.run(statements.add(priceRow(entry, revision)))
  yield* tx.audit({
    actor: price.actor,
    // A super admin sees its own acts, those for a role too.
    accountId: accountId ?? ownerAccountId,
    action: price.price === null ? 'price.unset' : 'price.set',
    subject: `price/${soldItemText(price)}`,
    before: before && audited(before),
    after: audited(entry),
  })
  return entry
}

const audited = (entry: PriceEntry): Readonly<Record<string, unknown>> => ({
  owner_account_id: entry.ownerAccountId,
  account_id: entry.accountId,
  role: entry.role,
  from_calls: entry.fromCalls,
  price: entry.price === null ? null : decimal(entry.price),
  valid_from: entry.validFrom.toISOString(),
})
