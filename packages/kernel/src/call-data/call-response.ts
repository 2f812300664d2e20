import type { Environment, Money, Outcome } from '@parakh/core'

/** A response. Its bytes are the stored ones. */
export interface CallResponse {
  readonly status: number
  /** Names in lower case: content-type, x-request-id, idempotency-key, x-ratelimit-limit, retry-after, x-outcome, idempotent-replayed, cache-control. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly outcome: Outcome | 'replay'
  readonly code: string | null
  readonly charged: Money
  /** The key of the call, as `request_id` of the body; the header `x-request-id` may have another id. */
  readonly requestId: string
  readonly environment: Environment | null
  /** Caller and reference, for logs; null: no key is known. */
  readonly by: { readonly accountId: string; readonly keyId: string; readonly reference: string } | null
}
