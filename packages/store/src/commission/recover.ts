import {
  decimal,
  exactDecimal,
  type LedgerEntry,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  micro,
  minus,
  type WalletState,
  walletKey,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { lockedWallets } from '../wallet/locked-wallets.ts'
import { type MoneyChanges, writeMoney } from '../wallet/write-money.ts'
import type { ConversionIds } from './convert.ts'
import { commissionOf, type Earner, finalOf, readTotals } from './totals.ts'

/** What is taken back from whom, and by what name. */
export interface Recovery extends Earner, ConversionIds {
  readonly reference: string
  readonly actor: string
}

/**
 * Takes back from a wallet what was converted into it and then reversed: a refund or a claw-back has left less final commission than
 * nothing. The wallet is locked, so that two processes never take the same twice.
 *
 * @returns What was taken or is owed now; zero where nothing is short.
 */
export async function recoverCommission(
  transaction: Knex.Transaction,
  database: Database,
  recovery: Recovery,
): Promise<Money> {
  const { accountId, environment, reference, actor, at } = recovery
  const wallets = await lockedWallets(transaction, database, { accountIds: [accountId], environment })
  const wallet = wallets.get(walletKey({ accountId, environment }))
  if (!wallet) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
  const totals = await readTotals(transaction, database, { accountId, environment })
  const short = finalOf(totals)
  if (short >= 0) return zero
  // Whole paise, as they were converted: what is taken beyond the shortfall stays accrued.
  const amount = micro(Math.ceil(-short / MICRO_RUPEES_PER_PAISA) * MICRO_RUPEES_PER_PAISA)
  await writeMoney(transaction, database, recoveryChanges(wallet, { ...recovery, amount }))
  await appendAudit(transaction, database, {
    ...{ id: recovery.auditId, at, actor, accountId },
    ...{ action: 'commission.recover', subject: `wallet/${accountId}/${environment}` },
    before: { accrued: exactDecimal(totals.accrued) },
    after: { accrued: exactDecimal(micro(totals.accrued + amount)), amount: decimal(amount), reference },
  })
  return amount
}

/** The rows of a recovery: from what the wallet has available into the commission; the rest is owed (decision 0011). */
export function recoveryChanges(before: WalletState, recovery: Recovery & { readonly amount: Money }): MoneyChanges {
  const { id, accountId, environment, reference, actor, amount } = recovery
  const at = recovery.at.getTime()
  const taken = micro(Math.min(amount, before.posted - before.held))
  const owed = minus(amount, taken)
  const posting = { transaction: id, kind: 'recovery', environment, actor, requestId: reference } as const
  const entry = (ledgerAccount: string, moved: Money): LedgerEntry => ({
    ...{ ...posting, ledgerAccount, amount: moved, priceVersion: '', reason: 'Commission of what was given back' },
    ...{ previous: null, balance: null, version: null, at },
  })
  const posted = minus(before.posted, taken)
  const version = before.version + (taken > 0 ? 1 : 0)
  const ofWallet = { previous: before.posted, balance: posted, version }
  return {
    wallets: [{ ...before, posted, version, owed: micro(before.owed + owed) }],
    entries: [
      { ...entry(`wallet:${accountId}`, minus(zero, taken)), ...ofWallet },
      entry(`receivable:${accountId}`, minus(zero, owed)),
      entry(commissionOf(accountId), amount),
    ].filter(({ amount: moved }) => moved !== 0),
    credits: [{ id, accountId, environment, reference, amount: minus(zero, amount), actor, at }],
    events: [],
  }
}
