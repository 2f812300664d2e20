import type { CallLimits, KeyWindows, RateState } from '@parakh/core'

type Buckets = readonly (readonly [second: number, count: number])[]

/** A bucket of one second is counted whole as long as any of it lies within the last 60 s: never more than the limit in any 60 s. */
const WINDOW_SECONDS = 60
/** The scope of all calls of a key. */
export const ALL_ENDPOINTS = '*'

/** A key that has made no call. */
export const NO_WINDOWS: KeyWindows = { inFlight: 0, scopes: {} }

const within = (buckets: Buckets, second: number): Buckets => buckets.filter(([at]) => at >= second - WINDOW_SECONDS)
const sum = (buckets: Buckets): number => buckets.reduce((total, [, count]) => total + count, 0)

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
  const second = Math.floor(question.at / 1000)
  const views = [
    { buckets: within(windows.scopes[question.endpoint] ?? [], second), limit: question.limits.endpoint },
    { buckets: within(windows.scopes[ALL_ENDPOINTS] ?? [], second), limit: question.limits.total },
  ]
  const full = views.filter(({ buckets, limit }) => sum(buckets) >= limit)
  if (full.length > 0) {
    const waits = full.map(({ buckets, limit }) => secondsUntilFree(buckets, limit, second))
    const limit = Math.min(...full.map((view) => view.limit))
    return { passes: false, rate: { limit, remaining: 0 }, retryAfter: Math.max(...waits) }
  }
  const rates = views.map(({ buckets, limit }) => ({ limit, remaining: limit - sum(buckets) - 1 }))
  return { passes: true, rate: rates.reduce((a, b) => (b.remaining < a.remaining ? b : a)) }
}

/** Counts one call in both windows, and forgets what is too old to matter. */
export function countCall(windows: KeyWindows, question: WindowQuestion): KeyWindows {
  const second = Math.floor(question.at / 1000)
  const counted = new Set([ALL_ENDPOINTS, question.endpoint])
  const scopes: Record<string, Buckets> = {}
  for (const scope of new Set([...Object.keys(windows.scopes), ...counted])) {
    const kept = within(windows.scopes[scope] ?? [], second)
    const buckets = counted.has(scope) ? increment(kept, second) : kept
    if (buckets.length > 0) scopes[scope] = buckets
  }
  return { inFlight: windows.inFlight, scopes }
}

function increment(buckets: Buckets, second: number): Buckets {
  const index = buckets.findIndex(([at]) => at === second)
  if (index >= 0) return buckets.map(([at, count], place) => (place === index ? [at, count + 1] : [at, count]))
  return [...buckets, [second, 1] as const].sort(([a], [b]) => a - b)
}
