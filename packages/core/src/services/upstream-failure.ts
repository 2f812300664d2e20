import type { UpstreamError } from '../outcome.ts'

/**
 * Why attempts at a source fail: no whole reply in time; not reachable, or the connection broke; a status that says "not now" (408, 425, 5xx);
 * its rate limit; an answer that cannot be used; our credentials, permission or credit refused; or a provider in code that did not say.
 */
export const UPSTREAM_FAILURES = [
  ...(['timeout', 'unreachable', 'status', 'throttled'] as const),
  ...(['unusable', 'denied', 'other'] as const),
] as const
/** Why an attempt failed. */
export type UpstreamFailure = (typeof UPSTREAM_FAILURES)[number]

const OF_REASONS: Readonly<Record<string, UpstreamFailure>> = {
  timeout: 'timeout',
  no_connection: 'unreachable',
  connection_broke: 'unreachable',
}

/** How reasons begin where it was not the source that was asked, but the one that gives its tokens. */
const OF_TOKEN = /^token_/

/** Why an attempt failed, by what it threw. */
export function failureOf({ trouble, reason }: UpstreamError): UpstreamFailure {
  if (trouble === 'unprocessable') return 'unusable'
  if (trouble !== 'unavailable') return trouble
  // An error of another copy of core may be older, and have no reason.
  if (!reason) return 'other'
  const why = reason.replace(OF_TOKEN, '')
  return OF_REASONS[why] ?? (why.startsWith('http_') ? 'status' : 'other')
}

/** No failures so far. */
export const noFailures = (): Record<UpstreamFailure, number> => ({
  ...{ timeout: 0, unreachable: 0, status: 0, throttled: 0 },
  ...{ unusable: 0, denied: 0, other: 0 },
})

/** All failures together. */
export const sumOfFailures = (failures: Readonly<Record<UpstreamFailure, number>>): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0)
