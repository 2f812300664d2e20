import type { Money } from './money.ts'

/**
 * How a call ended. Charging, storing and replaying go by it, never by the HTTP status (legacy envelopes blur that):
 * `answer` is charged unless marked not billable, `none` is a definite no of the source (stored, free), `failed` is
 * upstream trouble (free, may run again), `refused` never reached the provider (free, nothing stored).
 */
export type Outcome = 'answer' | 'none' | 'failed' | 'refused'

/** One declared error. The status follows from the outcome (none 404, failed 503, refused 400) unless it is given. */
export interface ErrorSpec {
  /** What the caller reads. No input, no identity number. */
  readonly message: string
  /** What it means for money; `none` unless given. */
  readonly outcome?: Exclude<Outcome, 'answer'>
  /** HTTP status, 400 to 599. */
  readonly status?: number
}

/** The errors an endpoint may answer with, by code. */
export type Errors = Readonly<Record<string, ErrorSpec>>

/** Fixes a table of codes that several endpoints of a plugin share. */
export const defineErrors = <const E extends Errors>(errors: E): E => errors

/** What `answer(data)` returns to a handler; only the host makes one. */
export class Answered {
  declare private readonly made: 'by the host'
  readonly kind = 'answered'
  constructor(
    readonly data: object,
    readonly billable: boolean,
    /** Sent besides the host's own. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** What `fail(code)` returns to a handler; only the host makes one. */
export class Failure {
  declare private readonly made: 'by the host'
  readonly kind = 'failure'
  constructor(
    readonly code: string,
    /** Whole seconds after which the caller may try again. */
    readonly retryAfter?: number,
  ) {}
}

/**
 * Why an upstream could not answer: down or late, an answer that cannot be used, its own rate limit, or `denied`: it refused our own
 * credentials, permission or credit, so that the caller can do nothing about it.
 */
export type UpstreamTrouble = 'unavailable' | 'unprocessable' | 'throttled' | 'denied'

/** What an `UpstreamError` may say besides. */
export interface UpstreamErrorOptions extends ErrorOptions {
  /** False when no byte of the request can have left: only then is a write tried again or handed to the next provider. */
  readonly sent?: boolean
  /** Where an answer cannot be used, by the names of the contract: `exam.dob`. It is logged: never a value. */
  readonly field?: string
  /** What is wrong there: `missing`. It is logged: never a value. */
  readonly reason?: string
}

/**
 * Thrown by a provider. Anything else it throws means `unavailable`. Recognised by name, so a second copy of core is fine.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly sent: boolean
  readonly field: string | null
  readonly reason: string | null
  constructor(
    readonly trouble: UpstreamTrouble,
    message: string,
    options: UpstreamErrorOptions = {},
  ) {
    super(message, options)
    this.sent = options.sent ?? true
    this.field = options.field ?? null
    this.reason = options.reason ?? null
  }
}

/** Whether something thrown is an `UpstreamError`, of any copy of core. */
export function isUpstreamError(thrown: unknown): thrown is UpstreamError {
  return thrown instanceof Error && thrown.name === 'UpstreamError' && 'trouble' in thrown
}

/** The two worlds. A wallet, a key, a request id and a record belong to one of them and never cross. */
export type Environment = 'sandbox' | 'production'
/** Both environments, in the order in which they are shown. */
export const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'production']

/** The facts of one call. */
export interface Call {
  /** Made by the host, sent with every write, `application_no` and `ref_id` on the wire: it traces the call permanently. */
  readonly reference: string
  /** The caller's idempotency key, or one made by the host. */
  readonly requestId: string
  /** The account that pays. */
  readonly account: string
  readonly environment: Environment
  /** What is held for this call. */
  readonly price: Money
  /** When it was admitted. */
  readonly at: Date
}
