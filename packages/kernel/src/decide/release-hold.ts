import { type CallState, micro } from '@parakh/core'
import { copyCall, copyWallet, copyWindows, keyWith } from './copies.ts'
import type { Draft } from './draft.ts'
import { endReservation, isExternal } from './external-wallet.ts'
import { collectOwed } from './receivable.ts'
import { takeSpendOff } from './spend.ts'
import { giveUnitBack } from './units.ts'

/** Takes a call's hold off its wallet and off the calls in flight of its key. */
export function endHold(draft: Draft, call: CallState): void {
  freeFunds(draft, call)
  endInFlight(draft, call)
}

/** Takes a call's hold off its wallet, where the ledger keeps that. */
export function freeFunds(draft: Draft, call: CallState): void {
  const wallet = draft.wallet(call)
  if (!wallet || isExternal(draft, call)) return
  const freed = copyWallet(wallet)
  freed.held = micro(wallet.held - call.price)
  draft.setWallet(freed)
}

/** Takes a call off the calls in flight of its key. */
export function endInFlight(draft: Draft, call: CallState): void {
  const key = draft.key(call.keyId)
  if (!key) return
  const windows = copyWindows(key.windows)
  windows.inFlight = Math.max(0, windows.inFlight - 1)
  draft.setKey(keyWith(key, windows))
}

/** What a released hold made available repays what its wallet owes. */
export function collectFreed(draft: Draft, call: CallState, at: number): void {
  const { reference, requestId, priceVersion } = call
  collectOwed(draft, call, { transaction: reference, requestId, priceVersion, at })
}

/** Releases a hold whose owner is gone: the next epoch fences a late success off, and the request id is free. */
export function releaseExpired(draft: Draft, call: CallState, at: number): void {
  endHold(draft, call)
  endReservation(draft, call, { step: 'release', at })
  collectFreed(draft, call, at)
  takeSpendOff(draft, call)
  const unpaid = giveUnitBack(draft, call)
  const released = copyCall(unpaid)
  released.phase = 'released'
  released.epoch = call.epoch + 1
  released.claim = null
  released.uniqueKey = null
  released.settledAt = at
  draft.changeCall(call, released)
}

/** Releases the hold of a call that is charged on completion and was not completed: its answer stands, and costs nothing. @returns The call after it. */
export function releaseAccepted(draft: Draft, call: CallState, at: number): CallState {
  freeFunds(draft, call)
  endReservation(draft, call, { step: 'release', at })
  collectFreed(draft, call, at)
  takeSpendOff(draft, call)
  const released = copyCall(giveUnitBack(draft, call))
  released.phase = 'answered'
  draft.changeCall(call, released)
  return released
}
