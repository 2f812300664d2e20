import { type Money, micro } from '@parakh/core'

/** An event of a payment, as the bank and the gateway mean it. */
export interface PaymentEvent {
  /** As the table of docs/reference/gateway-events.md reads it. */
  readonly readAs: string
  /** Tells apart the refunds of a payment, and its disputes. */
  readonly id: number
  readonly amount: Money
  /** When it happened at the gateway, in seconds. */
  readonly second: number
}

interface Dispute {
  readonly lost: Money | null
  readonly isOpen: boolean
}
const NO_DISPUTE: Dispute = { lost: null, isOpen: false }

/** A dispute after one more event, in the order of the gateway's times. */
function after({ lost, isOpen }: Dispute, { readAs, amount }: PaymentEvent): Dispute {
  switch (readAs) {
    case 'lost':
      return { lost: amount, isOpen: false }
    case 'won':
      return NO_DISPUTE
    case 'opened':
      return { lost, isOpen: lost === null }
    case 'closed':
      return { lost, isOpen: false }
    default:
      return { lost, isOpen }
  }
}

/**
 * The wallet and the order after a captured payment and all of its events, in whichever order they came. It shares no code with funding: a refund
 * counts unless it failed, a dispute takes money while it is lost, and both take no more than the payment.
 */
export function paymentAfter(paid: Money, events: readonly PaymentEvent[]): { wallet: Money; order: string } {
  const failed = new Set(events.flatMap(({ readAs, id }) => (readAs === 'refund failed' ? [id] : [])))
  const refunds = new Map(
    events.flatMap(({ readAs, id, amount }) => (readAs === 'refunded' && !failed.has(id) ? [[id, amount]] : [])),
  )
  const refunded = [...refunds.values()].reduce((sum, amount) => sum + amount, 0)
  const disputes = new Map<number, Dispute>()
  for (const event of [...events].sort((one, other) => one.second - other.second))
    disputes.set(event.id, after(disputes.get(event.id) ?? NO_DISPUTE, event))
  const taken = [...disputes.values()].reduce((sum, { lost }) => sum + (lost ?? 0), refunded)
  const reversed = Math.min(paid, taken)
  const isOpen = reversed < paid && [...disputes.values()].some((dispute) => dispute.isOpen)
  const isLost = refunded < paid && [...disputes.values()].some(({ lost }) => lost !== null)
  const lasting = isLost ? 'charged_back' : reversed === paid ? 'refunded' : 'credited'
  return { wallet: micro(paid - reversed), order: isOpen ? 'disputed' : lasting }
}
