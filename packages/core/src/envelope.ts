import type * as z from 'zod'
import { type AuthPolicy, keys } from './auth.ts'
import type { Money } from './money.ts'
import type { Environment, Outcome } from './outcome.ts'

/** The values that an envelope may show with an answer. */
export interface Answer {
  readonly requestId: string
  readonly reference: string
  readonly environment: Environment
  readonly charged: Money
  /** The wallet's available balance after this call: posted less open holds. */
  readonly balance: Money
  /** Processing time in whole milliseconds. */
  readonly elapsedMs: number
}

/** The values that an envelope may show with an error. */
export interface Fault {
  readonly outcome: Exclude<Outcome, 'answer'>
  readonly status: number
  readonly code: string
  readonly message: string
  readonly requestId: string
  /** Messages by field path, for `VALIDATION_FAILED`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** The reference of the earlier call that this one repeats under another request id. */
  readonly refId?: string
}

/** A body made by `body(...)` or `reply(...)`, and so checked against the schema by the compiler. */
export interface Body {
  readonly ['checked against']: 'the schema'
}
/** An error response. */
export interface Reply {
  readonly status: number
  readonly body: Body
}

/** The format of answers and errors, and how callers authenticate. */
export interface Envelope {
  readonly name: string
  readonly auth: AuthPolicy
  /** Where `data` goes: under the key `data`, or spread beside the envelope's own fields (data wins). */
  readonly data: 'nested' | 'spread'
  /** Fields of the envelope that data may replace when it is spread. */
  readonly replaceable: readonly string[]
  /** The envelope's own fields of an answer. */
  readonly success: z.ZodObject
  /** An error response. */
  readonly failure: z.ZodObject
  wrap(answer: Answer): Body
  fault(fault: Fault): Reply
  /** The HTTP status of an error without its body: for documentation. */
  statusOf(fault: Pick<Fault, 'code' | 'outcome' | 'status'>): number
}

/** What `defineEnvelope` takes. */
export interface EnvelopeDefinition<S extends z.ZodObject, F extends z.ZodObject> {
  name: string
  auth?: AuthPolicy
  data: 'nested' | 'spread'
  replaceable?: readonly string[]
  success: S
  failure: F
  wrap(answer: Answer, body: (own: z.input<S>) => Body): Body
  fault(fault: Fault, reply: (status: number, body: z.input<F>) => Reply): Reply
}

/**
 * Defines a custom envelope.
 *
 * @example
 * const plain = defineEnvelope({
 *   name: 'plain', data: 'nested',
 *   success: z.object({ ok: z.literal(true) }),
 *   failure: z.object({ ok: z.literal(false), code: z.string() }),
 *   wrap: (_, body) => body({ ok: true }),
 *   fault: (fault, reply) => reply(fault.status, { ok: false, code: fault.code }),
 * })
 */
export function defineEnvelope<S extends z.ZodObject, F extends z.ZodObject>(
  definition: EnvelopeDefinition<S, F>,
): Envelope {
  const fault = (facts: Fault): Reply =>
    definition.fault(facts, (status, body) => ({ status, body: body as unknown as Body }))
  return {
    name: definition.name,
    auth: definition.auth ?? keys,
    data: definition.data,
    replaceable: definition.replaceable ?? [],
    success: definition.success,
    failure: definition.failure,
    wrap: (answer) => definition.wrap(answer, (own) => own as unknown as Body),
    fault,
    statusOf: (facts) => fault({ message: '', requestId: '', ...facts }).status,
  }
}
