import type { Money } from '@parakh/core'
import { DISPUTE_PHASES } from './payment-gateways.ts'

/**
 * The phases of a reversal. A refund is `taken` or `failed`; a dispute has the gateway's phases, or is `released` by an operator; an operator's
 * chargeback is `lost`. `earlier` reversals, of releases before this list, are `taken`, `opened` or `lost`.
 */
export const REVERSAL_PHASES = ['taken', 'failed', 'released', ...DISPUTE_PHASES] as const
export type ReversalPhase = (typeof REVERSAL_PHASES)[number]
/** The kinds of reversals. */
export const REVERSAL_KINDS = ['refund', 'dispute', 'chargeback', 'earlier'] as const

/** A refund, a dispute or a chargeback of a payment, in its current phase. */
export interface Reversal {
  readonly kind: (typeof REVERSAL_KINDS)[number]
  /** The gateway's id of the refund or the dispute. */
  readonly id: string
  readonly phase: ReversalPhase
  /** What it takes out of the wallet while it is `taken` or `lost`. */
  readonly amount: Money
  /** When its newest event happened at the gateway, in milliseconds; null: unknown, or an operator decided. */
  readonly at: number | null
  /** How often its phase changed. */
  readonly changes: number
}
