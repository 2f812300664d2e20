import { type CallState, type KeyWindows, type Money, micro, zero } from '@parakh/core'
import { copyWindows, keyWith } from './copies.ts'
import type { Draft } from './draft.ts'

/** India's time, all year. */
const AHEAD_OF_UTC_MS = 19_800_000
const DAY_MS = 86_400_000
/** An operation waits for its batch, so one of just before midnight may be decided after one of the new day: it belongs to that. */
const LATE_MS = 15_000

const dayOf = (at: number): number => Math.floor((at + AHEAD_OF_UTC_MS) / DAY_MS)

/** The day that a call counts in. */
function dayFor({ spent }: KeyWindows, at: number): number {
  return spent !== undefined && dayOf(at + LATE_MS) === spent.day ? spent.day : dayOf(at)
}

/** What the calls of a key have cost today, those in flight included. @param at Milliseconds since 1970. */
export function spentBy(windows: KeyWindows, at: number): Money {
  return windows.spent?.day === dayFor(windows, at) ? windows.spent.amount : zero
}

/** Counts the price of a call that is let in. */
export function addSpend(windows: KeyWindows, price: Money, at: number): KeyWindows {
  if (price === 0) return windows
  const next = copyWindows(windows)
  next.spent = { day: dayFor(windows, at), amount: micro(spentBy(windows, at) + price) }
  return next
}

/** Takes off what a call did not cost after all, on the day on which it was let in. */
export function takeSpendOff(draft: Draft, call: CallState): void {
  const key = draft.key(call.keyId)
  const spent = key?.windows.spent
  if (!key || !spent || call.price === 0 || spent.day !== dayOf(call.at)) return
  const amount = micro(Math.max(0, spent.amount - call.price))
  const windows = copyWindows(key.windows)
  windows.spent = { day: spent.day, amount }
  draft.setKey(keyWith(key, windows))
}
