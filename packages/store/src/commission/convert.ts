import {
  type CommissionConversion,
  type ConvertedCommission,
  decimal,
  exactDecimal,
  type LedgerEntry,
  MICRO_RUPEES_PER_RUPEE,
  type Money,
  micro,
  minus,
  type WalletState,
  walletKey,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { appendAudit } from '../audit/append-audit.ts'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { lockedWallets } from '../wallet/locked-wallets.ts'
import { type MoneyChanges, writeMoney } from '../wallet/write-money.ts'
import { commissionOf, readTotals, withConvertible } from './totals.ts'

/** Names of what a conversion or a recovery writes, and when. */
export interface ConversionIds {
  /** Of the posting and the credit. */
  readonly id: string
  readonly auditId: string
  readonly at: Date
  /** True: that there is nothing to convert is no error. */
  readonly orNothing?: boolean
}

/**
 * Moves commission into the wallet of who earned it. The wallet is locked first, as by a batch: two conversions never spend the same
 * commission, and no call sees half of one.
 *
 * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_TOO_LITTLE`, `REFERENCE_REUSED`
 */
export async function convertCommission(
  transaction: Knex.Transaction,
  database: Database,
  conversion: CommissionConversion & ConversionIds,
): Promise<ConvertedCommission> {
  const { accountId, environment, reference, amount: asked } = conversion
  const wallets = await lockedWallets(transaction, database, { accountIds: [accountId], environment })
  const wallet = wallets.get(walletKey({ accountId, environment }))
  if (!wallet) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
  const totals = await readTotals(transaction, database, { accountId, environment })
  const earlier = await earlierAmount(transaction, database, conversion)
  if (earlier !== null && asked !== undefined && asked !== earlier)
    throw storeErrors.error('REFERENCE_REUSED', { reference })
  if (earlier !== null) return { ...totals, converted: false, amount: earlier, balance: wallet.posted }
  const { accrued, pending, convertible } = totals
  const amount = asked ?? convertible
  if (amount === 0 && conversion.orNothing) return { ...totals, converted: false, amount: zero, balance: wallet.posted }
  if (amount === 0 || amount > convertible)
    throw storeErrors.error('COMMISSION_TOO_LITTLE', {
      ...{ accrued: exactDecimal(accrued), convertible: decimal(convertible) },
      amount: asked === undefined ? 'nothing' : decimal(asked),
    })
  const changes = conversionChanges(wallet, { ...conversion, amount })
  await writeMoney(transaction, database, changes)
  await appendAudit(transaction, database, {
    ...{ id: conversion.auditId, at: conversion.at, actor: conversion.actor, accountId },
    ...{ action: 'commission.convert', subject: `wallet/${accountId}/${environment}` },
    before: { accrued: exactDecimal(accrued) },
    after: { accrued: exactDecimal(micro(accrued - amount)), amount: decimal(amount), reference },
  })
  const balance = changes.wallets[0]?.posted ?? wallet.posted
  return { ...withConvertible({ accrued: minus(accrued, amount), pending }), converted: true, amount, balance }
}

/** The rows of a conversion: one posting from the commission to the wallet; what the wallet owes is repaid beside it (decision 0011). */
export function conversionChanges(
  before: WalletState,
  conversion: Pick<CommissionConversion, 'reference' | 'actor'> & ConversionIds & { readonly amount: Money },
): MoneyChanges {
  const { id, reference, actor, amount } = conversion
  const { accountId, environment } = before
  const at = conversion.at.getTime()
  const entries: LedgerEntry[] = []
  const post = (what: Pick<LedgerEntry, 'kind' | 'actor' | 'ledgerAccount' | 'amount'>, wallet: WalletState | null) => {
    const totals = {
      previous: wallet?.posted ?? null,
      balance: wallet && micro(wallet.posted + what.amount),
      version: wallet && wallet.version + 1,
    }
    entries.push({
      ...{ ...what, ...totals, environment, at },
      ...{ transaction: id, requestId: reference, priceVersion: '', reason: null },
    })
  }
  const move = (wallet: WalletState, what: Pick<LedgerEntry, 'kind' | 'actor' | 'amount'>): WalletState => {
    post({ ...what, ledgerAccount: `wallet:${accountId}` }, wallet)
    return { ...wallet, posted: micro(wallet.posted + what.amount), version: wallet.version + 1 }
  }
  const kind = 'conversion'
  let wallet = move(before, { kind, actor, amount })
  post({ kind, actor, ledgerAccount: commissionOf(accountId), amount: micro(-amount) }, null)
  const repaid = repaidOf(wallet)
  if (repaid > 0) {
    const repayment = { kind: 'repayment', actor: 'system' } as const
    wallet = move({ ...wallet, owed: micro(wallet.owed - repaid) }, { ...repayment, amount: micro(-repaid) })
    post({ ...repayment, ledgerAccount: `receivable:${accountId}`, amount: repaid }, null)
  }
  const sequence = before.eventSequence + 1
  const owner = { accountId, environment }
  const data = { reference, amount: amount / MICRO_RUPEES_PER_RUPEE }
  return {
    // As with any money that comes in, percent are taken of what there is now.
    wallets: [{ ...wallet, eventSequence: sequence, alert: wallet.alert && { ...wallet.alert, base: wallet.posted } }],
    entries,
    credits: [{ ...owner, id, reference, amount, actor, at }],
    events: [{ ...owner, id: `${id}-event`, type: 'wallet.credited', sequence, at, data }],
  }
}

const repaidOf = ({ owed, posted, held }: WalletState): Money =>
  owed > 0 ? micro(Math.min(owed, posted - held)) : zero

/** What the reference moved before; null where it is new. */
async function earlierAmount(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { accountId, environment, reference }: CommissionConversion,
): Promise<Money | null> {
  const row: unknown = await transaction(table('credit'))
    .where({ account_id: accountId, environment, reference })
    .first('amount')
  return row === undefined ? null : micro(z.object({ amount: Counted }).parse(row).amount)
}
