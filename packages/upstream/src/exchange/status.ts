import type { UpstreamTrouble } from '@parakh/core'

const NOT_NOW: readonly number[] = [408, 425]
/** Our own credentials, credit or permission at the upstream: never a "no" about the person or thing asked for. */
const OUR_ACCOUNT: readonly number[] = [401, 402, 403, 407]

/**
 * What a status means by itself.
 *
 * @returns The trouble, or null where the reply has to be read: 2xx, and the 4xx that may be a definite no.
 */
export function statusTrouble(status: number): UpstreamTrouble | null {
  if (status === 429) return 'throttled'
  if (status >= 500 || NOT_NOW.includes(status)) return 'unavailable'
  if (status >= 300 && status < 400) return 'unprocessable'
  return OUR_ACCOUNT.includes(status) ? 'denied' : null
}
