import {
  type CommissionConversion,
  type CommissionTotals,
  type ConvertedCommission,
  decimal,
  exactDecimal,
  type Money,
  micro,
  minus,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import { appendAudit } from '../audit/append-audit.ts'
import { storeErrors } from '../error-codes.ts'
import { lockedWallet, requireWallet } from '../wallet/locked-wallets.ts'
import { type MoneyMover, movedBefore, moveMoney } from '../wallet/move-money.ts'
import { readTotals, withConvertible } from './totals.ts'

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
  mover: MoneyMover,
  conversion: CommissionConversion & ConversionIds,
): Promise<ConvertedCommission> {
  const { database } = mover
  const { id, accountId, environment, reference, actor, amount: asked } = conversion
  const wallet = await lockedWallet(transaction, database, conversion)
  const totals = await readTotals(transaction, database, { accountId, environment })
  const earlier = await movedBefore(transaction, database, conversion)
  if (earlier !== null && asked !== undefined && asked !== earlier)
    throw storeErrors.error('REFERENCE_REUSED', { reference })
  if (earlier !== null) return { ...totals, converted: false, amount: earlier, balance: wallet.posted }
  const amount = amountToConvert(totals, conversion)
  if (amount === 0) return { ...totals, converted: false, amount, balance: wallet.posted }
  const { accrued, pending } = totals
  const at = conversion.at.getTime()
  const move = { kind: 'convert', id, accountId, environment, at, amount, reference, actor } as const
  const { wallets } = await moveMoney(transaction, mover, { move, wallets: [wallet] })
  await appendAudit(transaction, database, {
    ...{ id: conversion.auditId, at: conversion.at, actor, accountId },
    ...{ action: 'commission.convert', subject: `wallet/${accountId}/${environment}` },
    before: { accrued: exactDecimal(accrued) },
    after: { accrued: exactDecimal(micro(accrued - amount)), amount: decimal(amount), reference },
  })
  const balance = requireWallet(wallets, wallet).posted
  return { ...withConvertible({ accrued: minus(accrued, amount), pending }), converted: true, amount, balance }
}

/** What a conversion moves; zero: nothing, where that is no error. @throws `COMMISSION_TOO_LITTLE` */
export function amountToConvert(
  { accrued, convertible }: Omit<CommissionTotals, 'pending'>,
  { amount: asked, orNothing = false }: Pick<CommissionConversion & ConversionIds, 'amount' | 'orNothing'>,
): Money {
  const amount = asked ?? convertible
  if (amount === 0 && orNothing) return zero
  if (amount !== 0 && amount <= convertible) return amount
  throw storeErrors.error('COMMISSION_TOO_LITTLE', {
    ...{ accrued: exactDecimal(accrued), convertible: decimal(convertible) },
    amount: asked === undefined ? 'nothing' : decimal(asked),
  })
}
