import { type FundingRecord, type FundingStep, micro, minus, type WalletState } from '@parakh/core'
import type { Knex } from 'knex'
import { callsPaidWith, markClawedBack, sharesOf } from '../wallet/claw-back.ts'
import { type MoneyMover, moveMoney } from '../wallet/move-money.ts'

/** The movement of a step, on a wallet that the transaction holds locked. */
export interface Movement {
  readonly funding: FundingRecord
  readonly money: NonNullable<FundingStep['money']>
  /** With a reversal: the commission of calls that were paid with what is gone is taken back too. */
  readonly clawsBack: boolean
  readonly wallet: WalletState
  readonly actor: string
  /** Names the credit. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Credits a funding, or takes it back, in the commit of the funding's state. What a reversal finds gone takes the commission of the calls
 * along that were paid with it, where the step says so (decision 0024).
 *
 * @throws `REFERENCE_REUSED` where the reference moved another amount before; the same one again moves nothing.
 */
export async function moveFunds(transaction: Knex.Transaction, mover: MoneyMover, movement: Movement): Promise<void> {
  const { funding, money, wallet, actor, id, at } = movement
  const { accountId, environment } = funding
  const { amount, reference, reason } = money
  const of = { id, accountId, environment, at, amount, reference, actor }
  if (money.kind === 'credit') {
    await moveMoney(transaction, mover, { move: { kind: 'credit', ...of }, wallets: [wallet] })
    return
  }
  const gone = micro(Math.max(0, amount - minus(wallet.posted, wallet.held)))
  const sold = movement.clawsBack
    ? await callsPaidWith(transaction, mover.database, { accountId, environment, since: funding.createdAt, gone })
    : []
  const move = { kind: 'reverse', ...of, reason, takesBack: sharesOf(sold) } as const
  const { kind } = await moveMoney(transaction, mover, { move, wallets: [wallet] })
  if (kind === 'moved') await markClawedBack(transaction, mover.database, { sold, by: funding.id })
}
