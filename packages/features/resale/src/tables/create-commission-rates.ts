import { platformRevisions, type Steps, type TableAccess, type TableTransaction } from '@parakh/core'
import type { NewCommissionRate } from '../contract/commissions.ts'
import { percentText } from '../percent-text.ts'
import type { CommissionRates } from './commission-rates.ts'
import { rateStatements as statements } from './rate-statements.ts'

/**
 * Rates of commission in the plugin's own table.
 *
 * @example
 * const rates = createCommissionRates(tables)
 * await rates.set({ accountId, basisPoints: 1_200, actor: 'asha' })
 */
export const createCommissionRates = (tables: TableAccess): CommissionRates => ({
  set: (rate, ifRevision) => tables.transaction((tx) => write(tx, rate, ifRevision)),
  async line(accountId) {
    const levels = await tables.rows(statements.line({ account_id: accountId }))
    // Only an account that is unknown has no line.
    if (levels.length === 0) await tables.transaction((tx) => tx.account(accountId))
    return levels
  },
  tree: () => tables.rows(statements.tree()),
})

function* write(
  tx: TableTransaction,
  { accountId, basisPoints, actor }: NewCommissionRate,
  ifRevision: number | undefined,
): Steps<number> {
  yield* tx.raiseRevision(platformRevisions.accountTree, ifRevision)
  yield* tx.account(accountId)
  const { basis_points: before } = (yield* tx.first(statements.ofAccount({ account_id: accountId }))) ?? NO_RATE
  yield* tx.run(statements.put({ account_id: accountId, basis_points: basisPoints }))
  yield* tx.audit({
    ...{ actor, accountId, action: 'commission.set', subject: `account/${accountId}` },
    before: { percent: percentText(before) },
    after: { percent: percentText(basisPoints) },
  })
  return before
}

const NO_RATE = { basis_points: 0 }
