import { UpstreamError, type UpstreamTrouble } from '@parakh/core'

/** What is known of an attempt besides its trouble. */
export interface HttpTroubleFacts {
  /** False when no byte of the request can have left. */
  readonly sent: boolean
  /** True when a part of a reply had come: the upstream may have billed it, so it is not asked again. */
  readonly replied?: boolean
  /** True when the attempt used up its own time: whoever stands next in the list needs what is left of the call's. */
  readonly timedOut?: boolean
  /** Of a 401: it has a challenge for a token (RFC 6750), so it was refused before anything was done. */
  readonly challenged?: boolean
  /** The field of the record that its mapping could not make. */
  readonly field?: string
  /** What is wrong in one word: `timeout`, `http_503`, `mapping_T2001`. */
  readonly reason: string
}

/**
 * Trouble with an HTTP source. Its message names the provider and the HTTP status at most: never a URL, an input or a reply,
 * so it may be logged.
 */
export class HttpTrouble extends UpstreamError {
  readonly replied: boolean
  readonly timedOut: boolean
  readonly challenged: boolean
  constructor(trouble: UpstreamTrouble, message: string, facts: HttpTroubleFacts) {
    const { sent, reason, field } = facts
    super(trouble, message, { sent, reason, ...(field === undefined ? {} : { field }) })
    this.replied = facts.replied ?? false
    this.timedOut = facts.timedOut ?? false
    this.challenged = facts.challenged ?? false
  }
}
