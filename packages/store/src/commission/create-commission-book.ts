import { type Clock, type CommissionBook, checkReference, type Ids, type NewCommissionRate } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { Counted } from '../columns.ts'
import type { MoneyMover } from '../wallet/move-money.ts'
import { convertCommission } from './convert.ts'
import { readLine, readTree } from './levels.ts'
import { readMonth } from './month.ts'
import { rollUpOnce } from './roll-up.ts'
import { settleCommission } from './settle.ts'
import { readTotals } from './totals.ts'

/** What a commission book is made from. */
export interface CommissionBookOptions extends MoneyMover {
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Rates of commission, and what was earned by them, on a database.
 *
 * @example
 * const commission = createCommissionBook({ database, decide, clock, ids })
 * await commission.setRate({ accountId, basisPoints: 1_200, actor: 'asha' })
 */
export function createCommissionBook({ database, decide, clock, ids }: CommissionBookOptions): CommissionBook {
  const { knex, table } = database

  async function writeRate(transaction: Knex.Transaction, rate: NewCommissionRate, ifRevision: number | undefined) {
    const { accountId, basisPoints, actor } = rate
    await database.revisions.raise(transaction, 'account-tree', ifRevision)
    await requireAccount(transaction, database, accountId)
    const row: unknown = await transaction(table('commission_rate')).where({ account_id: accountId }).first()
    const before = row === undefined ? 0 : z.object({ basis_points: Counted }).parse(row).basis_points
    await transaction(table('commission_rate'))
      .insert({ account_id: accountId, basis_points: basisPoints })
      .onConflict('account_id')
      .merge()
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at: clock.now(), actor, accountId },
      ...{ action: 'commission.set', subject: `account/${accountId}` },
      before: { percent: percent(before) },
      after: { percent: percent(basisPoints) },
    })
    return before
  }
  return {
    setRate: (rate, ifRevision) => database.write((transaction) => writeRate(transaction, rate, ifRevision)),
    line: (accountId) => readLine(knex, database, accountId),
    tree: () => readTree(knex, database),
    async totals(accountId, environment) {
      await requireAccount(knex, database, accountId)
      return await readTotals(knex, database, { accountId, environment })
    },
    async convert(conversion) {
      checkReference(conversion.reference)
      const names = { id: ids.next(), auditId: ids.next(), at: clock.now() }
      return await database.write((transaction) =>
        convertCommission(transaction, { database, decide }, { ...conversion, ...names }),
      )
    },
    async month(query) {
      await requireAccount(knex, database, query.accountId)
      return await readMonth(knex, database, query)
    },
    settle: (settlement) => settleCommission({ database, decide, ids }, settlement),
    async rollUp() {
      let entries = 0
      for (;;) {
        const marked = await rollUpOnce(database, { id: ids.next(), at: clock.now().getTime() })
        entries += marked
        if (marked === 0) return entries
      }
    },
  }
}

const BASIS_POINTS_PER_PERCENT = 100
const percent = (basisPoints: number): string => (basisPoints / BASIS_POINTS_PER_PERCENT).toFixed(2)
