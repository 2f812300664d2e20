import type { Money } from '@parakh/core'
import type { DisputePhase, GatewayEvent } from '../contract/payment-gateways.ts'
import type { Reversal, ReversalPhase } from '../contract/reversal.ts'

/** A gateway's event about a dispute. */
export type DisputeEvent = Extract<GatewayEvent, { kind: 'disputed' }>

/** The id of the dispute of a gateway that sends none, and of reversals that a release before the list of reversals made. */
export const EARLIER = 'earlier'
/** The order of events of the same second. */
const RANKS: Readonly<Record<DisputePhase, number>> = { inquiry: 0, opened: 1, closed: 2, won: 3, lost: 4 }
/** Phases that a newer event does not leave, by its phase: an operator's release stands until the bank decides, and lost money stays lost. */
const KEPT: Readonly<Partial<Record<ReversalPhase, readonly ReversalPhase[]>>> = {
  inquiry: ['opened', 'released', 'closed', 'won', 'lost'],
  opened: ['released', 'lost'],
  closed: ['won', 'lost'],
}
/** A gateway that sends no times cannot reopen a dispute that ended. */
const ENDED: readonly ReversalPhase[] = ['closed', 'won']

/** Whether an event of this phase leaves a dispute as it is. */
export const keepsPhase = (known: ReversalPhase, phase: ReversalPhase): boolean => (KEPT[phase] ?? []).includes(known)

/**
 * A dispute after all of its events in the order of the gateway's times. If an event has no time, they keep the order in which they were recorded.
 *
 * @param events Of one dispute.
 * @param whole The amount of the payment, for events without an amount.
 * @returns Null: no events.
 */
export function disputeAfter(events: readonly DisputeEvent[], whole: Money): Reversal | null {
  let dispute: Reversal | null = null
  for (const event of inOrder(events)) dispute = afterEvent(dispute, event, whole)
  return dispute
}

const timeOf = ({ at }: DisputeEvent): number | null => at?.getTime() ?? null

const inOrder = (events: readonly DisputeEvent[]): readonly DisputeEvent[] =>
  events.some((event) => timeOf(event) === null)
    ? events
    : [...events].sort(
        (one, other) => (timeOf(one) ?? 0) - (timeOf(other) ?? 0) || RANKS[one.phase] - RANKS[other.phase],
      )

function afterEvent(known: Reversal | null, event: DisputeEvent, whole: Money): Reversal {
  const { disputeId: id = EARLIER, phase, amount } = event
  const at = timeOf(event)
  if (known === null) return { kind: 'dispute', id, phase, amount: amount ?? whole, at, changes: 1 }
  const isTimed = at !== null && known.at !== null
  if (isTimed && at < known.at) return known
  const isKept = keepsPhase(known.phase, phase) || (!isTimed && phase === 'opened' && ENDED.includes(known.phase))
  if (isKept) return { ...known, at: at ?? known.at }
  const unchanged = phase === known.phase ? known.amount : whole
  return { ...known, phase, amount: amount ?? unchanged, at: at ?? known.at }
}
