import { type Clock, type CommissionLedger, checkReference, type Ids } from '@parakh/core'
import { requireAccount } from '../account-tree/read-accounts.ts'
import type { MoneyMover } from '../wallet/move-money.ts'
import { convertCommission } from './convert.ts'
import { readMonth } from './month.ts'
import { rollUpOnce } from './roll-up.ts'
import { settleCommission } from './settle.ts'
import { readTotals } from './totals.ts'

/** What the commission of a ledger is made from. */
export interface CommissionLedgerOptions extends MoneyMover {
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * What resellers earned, on a database.
 *
 * @example
 * const commission = createCommissionLedger({ database, decide, clock, ids })
 * await commission.totals(accountId, 'production')
 */
export function createCommissionLedger({ database, decide, clock, ids }: CommissionLedgerOptions): CommissionLedger {
  const { knex } = database
  return {
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
