import type { Clock, Endpoint } from '@parakh/core'

/**
 * The times of a call, in milliseconds (design.md; decisions.md section 2): all attempts at its providers; how long its hold lasts, which is longer
 * by the time for settling; how long it waits for one with the same request id.
 */
export const CALL_TIMES = { deadlineMs: 20_000, leaseMs: 30_000, waitMs: 10_000 } as const

/** How long a write of unknown outcome keeps its hold before its status is asked again. */
export const INDETERMINATE_LEASE_MS = 3_600_000

/**
 * A hold that waits for its async result outlives the polls by this, in milliseconds: the last poll releases it, and a server that stands
 * still then may still be told.
 */
const COMPLETION_MARGIN_MS = 3_600_000

/** When polling of an async result ends that begins now: milliseconds since 1970. */
export const endOfPolls = ({ clock }: { readonly clock: Clock }, forSeconds: number): number =>
  clock.now().getTime() + forSeconds * 1000

/** How long the hold of an answer waits that is charged on completion, in milliseconds since 1970; undefined: it is charged now. */
export function holdUntilOf(parts: { readonly clock: Clock }, endpoint: Endpoint): number | undefined {
  if (endpoint.charge === undefined || !endpoint.asyncResult) return undefined
  return endOfPolls(parts, endpoint.asyncResult.poll.forSeconds) + COMPLETION_MARGIN_MS
}
