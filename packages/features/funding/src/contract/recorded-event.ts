import type { Money } from '@parakh/core'
import type { DisputePhase, GatewayEvent } from './payment-gateways.ts'

/** The kinds of events that are recorded. */
export const RECORDED_KINDS = [
  ...(['captured', 'failed', 'refunded', 'refund_failed', 'disputed', 'noted', 'malformed'] as const),
] as const satisfies readonly GatewayEvent['kind'][]
/** An event of a gateway as it was recorded, once. */
export interface RecordedEvent {
  readonly id: string
  readonly gateway: string
  /** Equal events have equal keys. */
  readonly key: string
  readonly kind: (typeof RECORDED_KINDS)[number]
  readonly paymentId: string | null
  /** The id of the refund or the dispute, the order that a payment names, or the gateway's name of the event; null: none. */
  readonly subject: string | null
  /** Of a dispute. */
  readonly phase: DisputePhase | null
  /** Micro-rupees for INR, else millionths of the currency; null: none. */
  readonly amount: Money | null
  readonly currency: string | null
  readonly reason: string | null
  /** When it happened at the gateway; null: unknown. */
  readonly happenedAt: Date | null
  /** The payment's funding; null: none yet. */
  readonly fundingId: string | null
  /**
   * The effect: `received` (not processed yet), `waiting` (its payment is not credited yet), `none`, `suspense` (an operator must look at it), or the
   * action in the audit log, such as `funding.refund`.
   */
  readonly effect: string
  readonly createdAt: Date
}
/** A query for recorded events. */
export interface RecordedEventQuery {
  /** Only with exactly this payment id, refund id, dispute id or funding id. */
  readonly reference?: string
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
