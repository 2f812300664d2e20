import type { CallLimits, KeyWindows, RateState, RefusedWindow, WalletState } from '@parakh/core'
import { copyWindows } from './copies.ts'
import {
  type Buckets,
  increment,
  isAhead,
  NO_BUCKETS,
  secondOf,
  secondsUntilFree,
  sum,
  within,
} from './second-buckets.ts'

/** The scope of all calls of a key. */
export const ALL_ENDPOINTS = '*'

/** A key that has made no call. */
export const NO_WINDOWS: KeyWindows = { inFlight: 0, scopes: {}, spent: undefined }

/** Whether one more call passes all of its windows. `window`: the one that has to be waited for longest. */
export type WindowVerdict =
  | { readonly passes: true; readonly rate: RateState }
  | {
      readonly passes: false
      readonly rate: RateState
      /** Whole seconds. */
      readonly retryAfter: number
      readonly window: RefusedWindow
    }

/** A call that is to be counted. */
export interface WindowQuestion {
  readonly endpoint: string
  readonly limits: CallLimits
  /** Milliseconds since 1970. */
  readonly at: number
}

interface View {
  readonly window: RefusedWindow
  readonly limit: number
  readonly left: number
  readonly buckets: Buckets
  readonly second: number
}

/** Looks at the windows without counting. The tightest answers (decisions.md section 4). @param ofAccount Calls of all keys of the wallet. */
export function lookAtWindows(
  windows: KeyWindows,
  { endpoint, limits, at }: WindowQuestion,
  ofAccount: WalletState['calls'] = NO_BUCKETS,
): WindowVerdict {
  const all = windows.scopes[ALL_ENDPOINTS]
  const second = secondOf(all, at)
  const own = viewOf('endpoint', { limit: limits.endpoint, counted: windows.scopes[endpoint], second })
  const total = viewOf('total', { limit: limits.total, counted: all, second })
  const views = [own, total]
  if (limits.account !== undefined)
    views.push(viewOf('account', { limit: limits.account, counted: ofAccount, second: secondOf(ofAccount, at) }))
  const full = views.filter(({ left }) => left <= 0)
  if (full.length > 0) return refusalOf(full)
  let tightest = own
  for (const view of views) if (view.left < tightest.left) tightest = view
  return { passes: true, rate: { limit: tightest.limit, remaining: tightest.left - 1 } }
}

function viewOf(
  window: RefusedWindow,
  {
    limit,
    counted,
    second,
  }: { readonly limit: number; readonly counted: Buckets | undefined; readonly second: number },
): View {
  const buckets = within(counted ?? NO_BUCKETS, second)
  return { window, limit, left: limit - sum(buckets), buckets, second }
}

function refusalOf(full: readonly View[]): WindowVerdict {
  let [retryAfter, window]: [number, RefusedWindow] = [0, 'endpoint']
  for (const view of full) {
    const wait = secondsUntilFree(view.buckets, view.limit, view.second)
    if (wait >= retryAfter) [retryAfter, window] = [wait, view.window]
  }
  return {
    passes: false,
    rate: { limit: Math.min(...full.map(({ limit }) => limit)), remaining: 0 },
    retryAfter,
    window,
  }
}

/** The windows after a clock was set back; the same ones where none is ahead. A key that is refused is written down so, too. */
export function settleWindows(windows: KeyWindows, at: number): KeyWindows {
  const second = secondOf(windows.scopes[ALL_ENDPOINTS], at)
  if (!Object.values(windows.scopes).some((buckets) => isAhead(buckets, second))) return windows
  const scopes = Object.entries(windows.scopes).map(([scope, buckets]) => [scope, within(buckets, second)] as const)
  const next = copyWindows(windows)
  next.scopes = Object.fromEntries(scopes)
  return next
}

/** Counts one call in both windows of its key, and forgets what is too old to matter. */
export function countCall(windows: KeyWindows, question: Pick<WindowQuestion, 'endpoint' | 'at'>): KeyWindows {
  const second = secondOf(windows.scopes[ALL_ENDPOINTS], question.at)
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
