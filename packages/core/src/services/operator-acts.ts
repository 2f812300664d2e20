import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The operations that operators carry out manually (decisions.md section 13, "Two operators"). */
export const OPERATOR_ACTS = ['credit', 'adjustment', 'allotment'] as const

/** A credit, an adjustment or an allotment that an operator makes. */
export interface OperatorAct {
  readonly method: (typeof OPERATOR_ACTS)[number]
  /** Of an allotment, the direct child. */
  readonly accountId: string
  readonly environment: Environment
  /** Above zero; for an adjustment any amount but zero. */
  readonly amount: Money
  /** The idempotency key, as of `Wallet.credit`. */
  readonly reference: string
  /** The reason of an adjustment. */
  readonly reason?: string
  /** Of an allotment, the parent. */
  readonly from?: string
  readonly actor: string
}
/** An act that waits for a second operator. */
export interface WaitingAct {
  /** Names it where it is approved or rejected. */
  readonly id: string
  readonly amount: Money
  readonly createdBy: string
}
/** The result of an act. */
export interface OperatorActResult {
  /** Not null: a second operator must approve or reject it. */
  readonly waiting: WaitingAct | null
  /** False: it waits, or its reference was used before. */
  readonly moved: boolean
}

/**
 * What operators do to wallets by hand. By itself every act is carried out at once. A feature that decorates `act` can have one wait, and
 * then carry it out.
 */
export interface OperatorActs {
  /** @throws What `Wallet.credit`, `Wallet.adjust` and `Allotments.allot` throw. */
  act(act: OperatorAct): Promise<OperatorActResult>
  /** Moves the money of an act, idempotent per reference: of one that need not wait any more. @returns Whether it moved now. */
  carryOut(act: OperatorAct): Promise<boolean>
}
/** The acts of a server's operators. */
export const OperatorActs = token<OperatorActs>('core.operator-acts')
