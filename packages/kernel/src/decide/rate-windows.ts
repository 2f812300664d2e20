import type { CallLimits, KeyWindows, RateState } from '@parakh/core'
import { copyWindows } from './copies.ts'

type Buckets = readonly (readonly [second: number, count: number])[]

/** A bucket of one second is counted whole as long as any of it lies within the last 60 s: never more than the limit in any 60 s. */
const WINDOW_SECONDS = 60
/**
 * How far the newest call may lie ahead of one that is decided after it: an operation waits for its batch, and bears the time at which
 * it was asked for. What lies further ahead is of a clock that was set back.
 */
const AHEAD_SECONDS = 15
/** The scope of all calls of a key. */
export const ALL_ENDPOINTS = '*'

/** A key that has made no call. */
export const NO_WINDOWS: KeyWindows = { inFlight: 0, scopes: {}, spent: undefined }

const NO_BUCKETS: Buckets = []

/** The second that it is for a key: beneath its lock time does not go back, or a call would be forgotten that still matters to the next. */
function secondOf({ scopes }: KeyWindows, at: number): number {
  const second = Math.floor(at / 1000)
  const newest = scopes[ALL_ENDPOINTS]?.at(-1)?.[0] ?? second
  return newest > second && newest <= second + AHEAD_SECONDS ? newest : second
}

/** Calls of a clock that was ahead count as of now, so that they are over in a minute and lock nobody out for the rest of its step. */
function notAhead(buckets: Buckets, second: number): Buckets {
  const last = buckets.at(-1)
  if (last === undefined || last[0] <= second) return buckets
  const past = buckets.filter(([at]) => at < second)
  return [...past, [second, sum(buckets) - sum(past)]]
}

/** Those that still count. They ascend, and mostly all of them do. */
function within(counted: Buckets, second: number): Buckets {
  const oldest = second - WINDOW_SECONDS
  const buckets = notAhead(counted, second)
  const first = buckets[0]
  return first === undefined || first[0] >= oldest ? buckets : buckets.filter(([at]) => at >= oldest)
}

function sum(buckets: Buckets): number {
  let total = 0
  for (const bucket of buckets) total += bucket[1]
  return total
}

/** Whole seconds after which one more call passes. */
function secondsUntilFree(buckets: Buckets, limit: number, second: number): number {
  let left = sum(buckets)
  for (const [at, count] of buckets) {
    left -= count
    if (left < limit) return Math.max(1, at + WINDOW_SECONDS + 1 - second)
  }
  return 1
}

/** Whether one more call of a key on an endpoint passes both windows. */
export type WindowVerdict =
  | { readonly passes: true; readonly rate: RateState }
  | { readonly passes: false; readonly rate: RateState; readonly retryAfter: number }

interface WindowQuestion {
  readonly endpoint: string
  readonly limits: CallLimits
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Looks at both windows without counting. The tighter one answers (decisions.md section 4). */
export function lookAtWindows(windows: KeyWindows, question: WindowQuestion): WindowVerdict {
  const second = secondOf(windows, question.at)
  const own = within(windows.scopes[question.endpoint] ?? NO_BUCKETS, second)
  const all = within(windows.scopes[ALL_ENDPOINTS] ?? NO_BUCKETS, second)
  const [ownLeft, allLeft] = [question.limits.endpoint - sum(own), question.limits.total - sum(all)]
  if (ownLeft <= 0 || allLeft <= 0) {
    const views = [
      { buckets: own, limit: question.limits.endpoint, left: ownLeft },
      { buckets: all, limit: question.limits.total, left: allLeft },
    ]
    const full = views.filter(({ left }) => left <= 0)
    const waits = full.map(({ buckets, limit }) => secondsUntilFree(buckets, limit, second))
    const limit = Math.min(...full.map((view) => view.limit))
    return { passes: false, rate: { limit, remaining: 0 }, retryAfter: Math.max(...waits) }
  }
  const tighter = allLeft < ownLeft
  const limit = tighter ? question.limits.total : question.limits.endpoint
  return { passes: true, rate: { limit, remaining: (tighter ? allLeft : ownLeft) - 1 } }
}

/** The windows after a clock was set back; the same ones where none is ahead. A key that is refused is written down so, too. */
export function settleWindows(windows: KeyWindows, at: number): KeyWindows {
  const second = secondOf(windows, at)
  const isAhead = (buckets: Buckets): boolean => (buckets.at(-1)?.[0] ?? 0) > second
  if (!Object.values(windows.scopes).some(isAhead)) return windows
  const scopes = Object.entries(windows.scopes).map(([scope, buckets]) => [scope, within(buckets, second)] as const)
  const next = copyWindows(windows)
  next.scopes = Object.fromEntries(scopes)
  return next
}

/** Counts one call in both windows, and forgets what is too old to matter. */
export function countCall(windows: KeyWindows, question: WindowQuestion): KeyWindows {
  const second = secondOf(windows, question.at)
  const scopes: Record<string, Buckets> = {}
  for (const scope of Object.keys(windows.scopes)) {
    const kept = within(windows.scopes[scope] ?? NO_BUCKETS, second)
    if (kept.length > 0) scopes[scope] = kept
  }
  for (const scope of [question.endpoint, ALL_ENDPOINTS]) scopes[scope] = increment(scopes[scope] ?? NO_BUCKETS, second)
  const next = copyWindows(windows)
  next.scopes = scopes
  return next
}

function increment(buckets: Buckets, second: number): Buckets {
  const last = buckets.at(-1)
  if (last?.[0] === second) {
    const counted = buckets.slice()
    counted[counted.length - 1] = [second, last[1] + 1]
    return counted
  }
  if (last === undefined || last[0] < second) return [...buckets, [second, 1]]
  const index = buckets.findIndex(([at]) => at === second)
  if (index >= 0) return buckets.map(([at, count], place) => (place === index ? [at, count + 1] : [at, count]))
  return [...buckets, [second, 1] as const].sort(([a], [b]) => a - b)
}
