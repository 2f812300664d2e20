import type { AdmitOperation, LogOperation } from '@parakh/core'
import { copyWallet, keyWith } from './copies.ts'
import type { Draft } from './draft.ts'
import { countCall, lookAtWindows, NO_WINDOWS, settleWindows, type WindowVerdict } from './rate-windows.ts'
import { increment, isAhead, NO_BUCKETS, secondOf, within } from './second-buckets.ts'

/** A call as its windows see it. */
export type CountedCall = Pick<AdmitOperation, 'accountId' | 'environment' | 'keyId' | 'endpoint' | 'limits' | 'at'>

/** A refusal that counts, or asks how the windows stand; null where it does neither. */
export function countedCallOf({ accountId, environment, keyId, limits, usage, at }: LogOperation): CountedCall | null {
  return keyId === undefined || !limits ? null : { accountId, environment, keyId, limits, endpoint: usage.endpoint, at }
}

/** Looks at the windows of a call's key and account. */
export const lookAtCall = (draft: Draft, call: CountedCall): WindowVerdict =>
  lookAtWindows(draft.key(call.keyId)?.windows ?? NO_WINDOWS, call, draft.wallet(call)?.calls)

/** Counts a call in the windows of its key, and in that of its account where it has one. */
export function countInWindows(draft: Draft, call: CountedCall): void {
  const key = draft.key(call.keyId)
  if (key) draft.setKey(keyWith(key, countCall(key.windows, call)))
  const wallet = draft.wallet(call)
  if (call.limits.account === undefined || !wallet) return
  const counted = wallet.calls ?? NO_BUCKETS
  const second = secondOf(counted, call.at)
  const next = copyWallet(wallet)
  next.calls = increment(within(counted, second), second)
  draft.setWallet(next)
}

/** Writes the windows of a refused call down where a clock was set back; else a refusal writes nothing. */
export function settleRefused(draft: Draft, call: CountedCall): void {
  const key = draft.key(call.keyId)
  const settled = key && settleWindows(key.windows, call.at)
  if (key && settled && settled !== key.windows) draft.setKey(keyWith(key, settled))
  const wallet = draft.wallet(call)
  const second = secondOf(wallet?.calls, call.at)
  if (!wallet?.calls || !isAhead(wallet.calls, second)) return
  const next = copyWallet(wallet)
  next.calls = within(wallet.calls, second)
  draft.setWallet(next)
}
