import type { EndpointRuntime } from '../compose/runtime.ts'
import type { IncomingCall } from '../host.ts'

/** A call from the moment it arrived. */
export interface Arrival {
  readonly incoming: IncomingCall
  readonly runtime: EndpointRuntime
  /** Our own name for it. */
  readonly reference: string
  /** The caller's, or one made here where it is absent or malformed. */
  readonly requestId: string
  readonly startedMs: number
  readonly at: Date
  /** Set for calls without HTTP whose key the embedder vouches for. */
  readonly vouchedKeyId: string | null
}
