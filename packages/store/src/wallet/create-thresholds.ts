import {
  type Clock,
  coreErrors,
  decimal,
  type Ids,
  micro,
  type Thresholds,
  thresholdAmounts,
  type WalletAlert,
  type WalletThreshold,
  zero,
} from '@parakh/core'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { alertOf, alertText } from './alert-text.ts'
import { lockedWallets } from './locked-wallets.ts'

/** What thresholds are made from. */
export interface ThresholdsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Thresholds of wallets on a database.
 *
 * @example
 * const thresholds = createThresholds({ database, clock, ids })
 * await thresholds.set({ accountId, environment: 'production', percent: 20, actor: 'asha' })
 */
export function createThresholds({ database, clock, ids }: ThresholdsOptions): Thresholds {
  const wallet = database.table('wallet')
  return {
    async get(accountId, environment) {
      const row: { alert: string | null } | undefined = await database
        .knex(wallet)
        .where({ account_id: accountId, environment })
        .first('alert')
      if (!row) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
      const alert = alertOf(row.alert)
      const amounts = thresholdAmounts(alert)
      return { ...thresholdOf(alert), lowBelow: amounts.length > 0 ? micro(Math.max(...amounts)) : null }
    },
    async set({ accountId, environment, actor, ...change }) {
      checkChange(change)
      return await database.write(async (transaction) => {
        const found = await lockedWallets(transaction, database, { accountIds: [accountId], environment })
        const [locked] = found.values()
        if (!locked) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
        const before = thresholdOf(locked.alert)
        const after: WalletThreshold = { ...before, ...change }
        const alert = { percent: after.percent ?? 0, amount: after.amount ?? zero, base: locked.posted }
        const isSet = after.percent !== null || after.amount !== null
        await transaction(wallet)
          .where({ account_id: accountId, environment })
          .update({ alert: isSet ? alertText(alert) : null })
        await appendAudit(transaction, database, {
          ...{ id: ids.next(), at: clock.now(), actor, action: 'wallet.threshold', accountId },
          ...{ subject: `wallet/${accountId}/${environment}`, before: told(before), after: told(after) },
        })
        return after
      })
    },
  }
}

function checkChange({ percent, amount }: Partial<WalletThreshold>): void {
  if (percent !== undefined && percent !== null && !(Number.isInteger(percent) && percent >= 1 && percent <= 99))
    throw storeErrors.error('THRESHOLD_INVALID', { percent })
  if (amount !== undefined && amount !== null && !(amount > 0))
    throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
}

const thresholdOf = (alert: WalletAlert | undefined): WalletThreshold => ({
  percent: alert && alert.percent > 0 ? alert.percent : null,
  amount: alert && alert.amount > 0 ? alert.amount : null,
})

const told = ({ percent, amount }: WalletThreshold) => ({ percent, amount: amount && decimal(amount) })
