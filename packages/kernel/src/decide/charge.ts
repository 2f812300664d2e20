import { type CallLeg, type CallState, micro } from '@parakh/core'
import { emitBalanceAlerts } from './balance-alerts.ts'
import { copyCall } from './copies.ts'
import type { Draft, Posting } from './draft.ts'
import { draw, endReservation, handOver, isExternal } from './external-wallet.ts'
import { collectOwed } from './receivable.ts'
import { releaseAccepted } from './release-hold.ts'
import { giveUnitBack } from './units.ts'

const paidOn = (legs: readonly CallLeg[]): number => legs.reduce((total, leg) => total + leg.amount, 0)

const isClawedBack = ({ clawedBack }: CallLeg): boolean => clawedBack === true

interface Share {
  readonly call: CallState
  readonly posting: Posting
  /** 1 pays the shares out, -1 takes them back. */
  readonly direction: 1 | -1
}

/** Commission to each leg, and to the platform what remains: the sum is the charge, always. What was clawed back is the platform's. */
function postShares(draft: Draft, { call, posting, direction }: Share): void {
  const legs = call.legs.some(isClawedBack) ? call.legs.filter((leg) => !isClawedBack(leg)) : call.legs
  for (const leg of legs)
    draft.post(call, { ledgerAccount: `commission:${leg.accountId}`, amount: micro(leg.amount * direction) }, posting)
  const rest = micro((call.price - paidOn(legs)) * direction)
  draft.post(call, { ledgerAccount: 'revenue', amount: rest }, posting)
}

/** Written out: this is made for every charge, and an object of spreads is several times slower. */
const postingOf = (call: CallState, of: Pick<Posting, 'kind' | 'reason' | 'at'> & { actor?: string }): Posting => ({
  transaction: call.reference,
  kind: of.kind,
  actor: of.actor ?? call.keyId,
  requestId: call.requestId,
  priceVersion: call.priceVersion,
  reason: of.reason,
  at: of.at,
})

/** Takes a call's whole price from its wallet. */
export function charge(draft: Draft, call: CallState, at: number): void {
  const wallet = draft.wallet(call)
  if (!wallet || call.price === 0) return
  const posting = postingOf(call, { kind: 'charge', reason: null, at })
  const paying = draw(draft, wallet, { amount: call.price, posting })
  const after = draft.postWallet(paying, micro(-call.price), posting)
  postShares(draft, { call, posting, direction: 1 })
  endReservation(draft, call, { step: 'capture', at })
  // An external wallet knows by itself what it has left.
  if (isExternal(draft, call)) return
  if (after.alert || after.posted < call.price) emitBalanceAlerts(draft, { call, before: wallet.posted, after, at })
}

/** Whether a call was charged, used a unit of a plan or waits with its hold, and nothing of that was given back. */
export const hasToGiveBack = (call: CallState | undefined): boolean =>
  call !== undefined &&
  (call.phase === 'accepted' || (call.phase === 'answered' && (call.pool !== null || call.charged > call.refunded)))

interface Refund {
  readonly reason: string
  readonly at: number
  /** Undefined: the key of the call. */
  readonly actor?: string | undefined
}

/** Gives back what a call was charged, or still holds: once. What its wallet owes is repaid from it. @returns The call after it. */
export function refund(draft: Draft, call: CallState, { reason, at, actor }: Refund): CallState {
  if (call.phase === 'accepted') return releaseAccepted(draft, call, at)
  const wallet = draft.wallet(call)
  if (call.pool !== null) {
    const unpaid = giveUnitBack(draft, call)
    draft.changeCall(call, unpaid)
    return unpaid
  }
  if (!wallet || call.charged === 0 || call.refunded !== 0) return call
  const posting = postingOf(call, { kind: 'refund', reason, at, ...(actor === undefined ? {} : { actor }) })
  draft.postWallet(wallet, call.charged, posting)
  postShares(draft, { call, posting, direction: -1 })
  collectOwed(draft, call, posting)
  handOver(draft, call, { step: 'refund', posting })
  const refunded = copyCall(call)
  refunded.refunded = call.charged
  draft.changeCall(call, refunded)
  return refunded
}
