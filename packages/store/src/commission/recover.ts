import {
  type CommissionTotals,
  decimal,
  exactDecimal,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  micro,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import { appendAudit } from '../audit/append-audit.ts'
import { lockedWallet } from '../wallet/locked-wallets.ts'
import { type MoneyMover, moveMoney } from '../wallet/move-money.ts'
import type { ConversionIds } from './convert.ts'
import { type Earner, finalOf, readTotals } from './totals.ts'

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
  mover: MoneyMover,
  recovery: Recovery,
): Promise<Money> {
  const { database } = mover
  const { id, accountId, environment, reference, actor, at } = recovery
  const wallet = await lockedWallet(transaction, database, recovery)
  const totals = await readTotals(transaction, database, { accountId, environment })
  const amount = amountToRecover(totals)
  if (amount === 0) return zero
  const what = { id, reference, actor, amount, reason: 'Commission of what was given back' }
  const move = { kind: 'recover', accountId, environment, at: at.getTime(), ...what } as const
  const { kind } = await moveMoney(transaction, mover, { move, wallets: [wallet] })
  if (kind !== 'moved') return zero
  await appendAudit(transaction, database, {
    ...{ id: recovery.auditId, at, actor, accountId },
    ...{ action: 'commission.recover', subject: `wallet/${accountId}/${environment}` },
    before: { accrued: exactDecimal(totals.accrued) },
    after: { accrued: exactDecimal(micro(totals.accrued + amount)), amount: decimal(amount), reference },
  })
  return amount
}

/** A shortfall in whole paise, as they were converted: what is taken beyond it stays accrued. Zero: nothing is short. */
export function amountToRecover(totals: Pick<CommissionTotals, 'accrued' | 'pending'>): Money {
  const short = micro(Math.max(0, -finalOf(totals)))
  return micro(Math.ceil(short / MICRO_RUPEES_PER_PAISA) * MICRO_RUPEES_PER_PAISA)
}
