import type { LogFacts } from './log-facts.ts'

/** One fault in a configuration: where it is, what is wrong, and what is allowed. */
export interface ConfigurationFault {
  /** The code of its table entry. */
  readonly code: string
  /** Where: `plugins.@parakh/pan.live.baseUrl`. */
  readonly path: string
  /** The fault, and what is allowed. */
  readonly message: string
}

/** Details of an error for the log: never secrets or identity numbers. */
export interface ParakhErrorOptions extends ErrorOptions {
  readonly faults?: readonly ConfigurationFault[]
  /** Details for the log, such as the SQLSTATE. */
  readonly facts?: LogFacts
  /** What a client reads besides code and message, beside them in the answer of the admin API: `{ methods: ['totp'] }`. */
  readonly details?: ErrorDetails
}
/** What a client reads of an error besides its code and message. */
export type ErrorDetails = Readonly<Record<string, number | string | readonly string[]>>

/**
 * The one error class. Recognise it by `isParakhError` and its `code`, never by `instanceof`: two copies of core may be
 * loaded in one process.
 */
export class ParakhError extends Error {
  override readonly name = 'ParakhError'
  /** All faults of a configuration; empty for any other error. */
  readonly faults: readonly ConfigurationFault[]
  /** Details for the log. */
  readonly facts: LogFacts
  /** What a client reads besides code and message. */
  readonly details: ErrorDetails

  constructor(
    readonly code: string,
    message: string,
    options: ParakhErrorOptions = {},
  ) {
    super(message, options)
    this.faults = options.faults ?? []
    this.facts = options.facts ?? {}
    this.details = options.details ?? {}
  }
}

/** Whether a thrown value is a `ParakhError`, of any copy of core. */
export function isParakhError(thrown: unknown): thrown is ParakhError {
  return thrown instanceof Error && thrown.name === 'ParakhError' && 'code' in thrown
}

/** The format of codes of Node and SQL. Any other code could contain input. */
const WELL_KNOWN_CODE = /^(E[A-Z]{3,20}|ERR_[A-Z_]{3,60}|SQLITE_[A-Z]{3,20}|[0-9A-Z]{5})$/

/**
 * The log fields of a thrown value: code and details of a `ParakhError`, else its class and code. Never the message, which may contain
 * input.
 *
 * @example
 * logger.error('background.failed', { task, ...errorFacts(error) })
 */
export function errorFacts(thrown: unknown): LogFacts & { readonly error: string } {
  if (isParakhError(thrown)) return { ...thrown.facts, error: thrown.code }
  if (!(thrown instanceof Error)) return { error: typeof thrown }
  const code = 'code' in thrown ? String(thrown.code) : ''
  return { error: thrown.name, ...(WELL_KNOWN_CODE.test(code) ? { code } : {}) }
}

/** The text of a code, with an HTTP status where the rule by the code's ending is wrong. */
export type ErrorEntry = string | { readonly text: string; readonly status: number }

/** A package's table of codes: `CODE: 'text with {placeholders}'`. */
export interface ErrorTable<C extends string> {
  readonly package: string
  readonly codes: Readonly<Record<C, string>>
  /** The HTTP statuses of codes that name one. */
  readonly statuses: Readonly<Record<string, number>>
  /** The text of a code, with its placeholders filled. */
  text(code: C, facts?: Readonly<Record<string, string | number>>): string
  /** An error of this table. */
  error(code: C, facts?: Readonly<Record<string, string | number>>, options?: ParakhErrorOptions): ParakhError
  /** A configuration fault of this table. */
  fault(code: C, path: string, facts?: Readonly<Record<string, string | number>>): ConfigurationFault
}

/**
 * Makes a package's table of error codes. Every code is documented in docs/reference/errors.md, which a test checks.
 *
 * Where an operation throws one, its HTTP status follows the code's ending: `…_NOT_FOUND` is 404, `INVALID_…`, `…_INVALID`, `…_NOT_ALLOWED` and
 * `…_TOO_…` are 422, every other code 409. `{ text, status }` names an exception.
 *
 * @example
 * const errors = defineErrorTable('store', { DATABASE_IN_USE: 'Process {pid} serves this database' })
 * throw errors.error('DATABASE_IN_USE', { pid: 42 })
 */
export function defineErrorTable<const T extends Readonly<Record<string, ErrorEntry>>>(
  packageName: string,
  entries: T,
): ErrorTable<keyof T & string> {
  type Code = keyof T & string
  const listed: readonly (readonly [string, ErrorEntry])[] = Object.entries(entries)
  const codes = Object.fromEntries(
    listed.map(([code, entry]) => [code, typeof entry === 'string' ? entry : entry.text]),
  ) as Record<Code, string>
  const text = (code: Code, facts: Readonly<Record<string, string | number>> = {}): string =>
    codes[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
  return {
    package: packageName,
    codes,
    statuses: Object.fromEntries(
      listed.flatMap(([code, entry]) => (typeof entry === 'string' ? [] : [[code, entry.status] as const])),
    ),
    text,
    error: (code, facts, options) => new ParakhError(code, text(code, facts), options),
    fault: (code, path, facts) => ({ code, path, message: text(code, facts) }),
  }
}
