import { type CallState, micro } from '@parakh/core'
import type { Draft } from './draft.ts'
import { collectOwed } from './receivable.ts'
import { takeSpendOff } from './spend.ts'
import { giveUnitBack } from './units.ts'

/** Takes a call's hold off its wallet and off the calls under way of its key. */
export function endHold(draft: Draft, call: CallState): void {
  const wallet = draft.wallet(call)
  if (wallet) draft.setWallet({ ...wallet, held: micro(wallet.held - call.price) })
  const key = draft.key(call.keyId)
  if (key) draft.setKey({ ...key, windows: { ...key.windows, inFlight: Math.max(0, key.windows.inFlight - 1) } })
}

/** What a released hold made available repays what its wallet owes. */
export function collectFreed(draft: Draft, call: CallState, at: number): void {
  const { reference, requestId, priceVersion } = call
  collectOwed(draft, call, { transaction: reference, requestId, priceVersion, at })
}

/** Releases a hold whose owner is gone: the next epoch fences a late success off, and the request id is free. */
export function releaseExpired(draft: Draft, call: CallState, at: number): void {
  endHold(draft, call)
  collectFreed(draft, call, at)
  takeSpendOff(draft, call)
  const unpaid = giveUnitBack(draft, call)
  draft.changeCall(call, { ...unpaid, phase: 'released', epoch: call.epoch + 1, claim: null, settledAt: at })
}
