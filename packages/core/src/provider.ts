import type * as z from 'zod'
import type { LiveEntry } from './live-entry.ts'
import type { Call } from './outcome.ts'
import type { Needs, Resolved } from './token.ts'

type Same<I, O> = readonly (keyof z.output<I> & keyof z.output<O> & string)[]

/** One operation of a source. A `read` may be repeated; a `write` is marked before it is sent, and its status can be queried. */
export interface ProviderOperation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  E extends 'read' | 'write' = 'read' | 'write',
> {
  readonly input: I
  readonly output: O
  readonly effect: E
  /** Fields that must be equal in input and answer, else `UPSTREAM_UNPROCESSABLE`: never another person's data. */
  readonly same: readonly string[]
  /**
   * Whether the answer belongs to the input, if equal fields cannot decide it: for a source that shows only a part of a number. False
   * is `UPSTREAM_UNPROCESSABLE`, as with `same`.
   */
  isOf?(input: z.output<I>, record: z.output<O>): boolean
  /** Characters that one text of the answer may have; 2,000 unless given. A longer one is `UPSTREAM_UNPROCESSABLE`. */
  readonly longestText?: number
}

/**
 * Declares an operation.
 *
 * @example
 * operation({ effect: 'read', input: z.object({ ifsc: Ifsc }), same: ['ifsc'], output: Branch })
 */
export const operation = <I extends z.ZodObject, O extends z.ZodObject, const E extends 'read' | 'write'>(definition: {
  input: I
  output: O
  effect: E
  same?: Same<I, O>
  isOf?(input: z.output<I>, record: z.output<O>): boolean
  longestText?: number
}): ProviderOperation<I, O, E> => ({ same: [], ...definition })

/** Operations of a provider by name. */
export type ProviderOperations = Readonly<Record<string, ProviderOperation>>

/** A provider contract, as data: the operations that a plugin needs. */
export interface Provider<Ops extends ProviderOperations = ProviderOperations> {
  readonly id: string
  readonly operations: Ops
  /** The same contract, restricted to the operations of one endpoint, which is locked in production if these have no live provider. */
  pick<K extends keyof Ops>(...names: readonly K[]): Provider<Pick<Ops, K>>
  /** Implements the contract in code. */
  implement<S extends z.ZodType, const N extends Needs = Record<never, never>>(
    code: CodeProvider<Ops, S, N>,
  ): ProviderFactory<Ops, S>
}

/**
 * Declares a provider contract.
 *
 * @param id The plugin's id.
 * @param operations The operations by name.
 * @example
 * const PincodeProvider = defineProvider('pincode', {
 *   place: operation({ effect: 'read', input: z.object({ pincode: Pincode }), same: ['pincode'], output: Place }),
 * })
 */
export function defineProvider<const Ops extends ProviderOperations>(id: string, operations: Ops): Provider<Ops> {
  return {
    id,
    operations,
    pick: (...names) =>
      defineProvider(
        id,
        Object.fromEntries(names.map((name) => [name, operations[name]])) as Pick<Ops, (typeof names)[number]>,
      ),
    implement: (code) => {
      const factory = (options: z.input<typeof code.options>): Source<Ops> => ({
        provider: code.id,
        contract: id,
        options: code.options.parse(options),
        code: code as unknown as AnyCodeProvider,
        serves: () => undefined,
      })
      return Object.assign(factory, {
        provider: code.id,
        contract: id,
        options: code.options,
        code: code as unknown as AnyCodeProvider,
      })
    },
  }
}

/** The operations as a handler calls them. Null: the source has no such record. A failure never returns: it ends the call. */
export type Client<Ops extends ProviderOperations> = {
  readonly [K in keyof Ops]: (input: z.output<Ops[K]['input']>) => Promise<z.output<Ops[K]['output']> | null>
}

/** The context of an attempt, besides its input. */
export interface Attempt {
  readonly call: Call
  /** Aborts at the deadline of the call, at most 20 s after it began. */
  readonly signal: AbortSignal
}

/** Runs a read; null: the source has no such record. */
export type Ask<I, O> = (input: I, attempt: Attempt) => Promise<O | null>

/** How a write is sent, and how its status is queried. Both return the operation's record. */
export interface WriteImplementation<I, O> {
  readonly send: Ask<I, O>
  /** Queries by our reference; null: it never arrived. Without this function an unknown outcome waits for an operator. */
  readonly status?: (reference: string, attempt: Attempt) => Promise<O | null>
}

/** A provider in code: a function per read, `{ send, status }` per write. Operations may be left out. */
export type Implementation<Ops extends ProviderOperations> = {
  readonly [K in keyof Ops]?: Ops[K]['effect'] extends 'write'
    ? WriteImplementation<z.output<Ops[K]['input']>, z.input<Ops[K]['output']>>
    : Ask<z.output<Ops[K]['input']>, z.input<Ops[K]['output']>>
}

/** The names of the writes among operations. */
export type WriteNames<Ops extends ProviderOperations> = {
  [K in keyof Ops]: Ops[K]['effect'] extends 'write' ? K : never
}[keyof Ops]

/** The async result of an earlier write, delivered by its source in a signed callback. */
export type PostedResult<Ops extends ProviderOperations> = {
  [K in WriteNames<Ops>]: {
    readonly operation: K
    readonly reference: string
    readonly record: z.input<Ops[K]['output']>
  }
}[WriteNames<Ops>]

/** A callback request, and the functions to verify its signature. */
export interface SignedRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as received. */
  readonly body: Uint8Array
  /** When it arrived, by the server's clock: compare a signed timestamp with it to refuse replayed callbacks. */
  readonly at: Date
  /** Lower-case hexadecimal HMAC. */
  readonly hmac: (algorithm: 'sha256' | 'sha512', key: string, content: Uint8Array | string) => string
  /** Compares in constant time. */
  readonly equal: (a: string, b: string) => boolean
}

/** A contract implemented in code. */
export interface CodeProvider<Ops extends ProviderOperations, S extends z.ZodType, N extends Needs> {
  /** The name used under `live.provider`. */
  id: string
  /** Its options in the configuration. */
  options: S
  /** It answers from this process or its database, without any external request or cost. Its calls are single-phase: one transaction. */
  local?: boolean
  needs?: N
  /** Runs once per server. */
  make(context: { options: z.output<S> } & Resolved<N>): Implementation<Ops> | Promise<Implementation<Ops>>
  /** Verifies and reads a callback to `/callbacks/<plugin>/<provider>`; null: not genuine. */
  callback?(request: SignedRequest, options: z.output<S>): PostedResult<Ops> | null
}

/** A code provider with its types erased. */
export interface AnyCodeProvider {
  readonly id: string
  readonly options: z.ZodType
  readonly local?: boolean
  readonly needs?: Needs
  make(context: Readonly<Record<string, unknown>>): AnyImplementation | Promise<AnyImplementation>
  callback?(request: SignedRequest, options: unknown): AnyPostedResult | null | Promise<AnyPostedResult | null>
}

/** A delivered result with its types erased. */
export interface AnyPostedResult {
  readonly operation: string
  readonly reference: string
  readonly record: unknown
}

/** An implementation with its types erased; every answer is parsed by the operation's schema. */
export type AnyImplementation = Readonly<
  Record<string, Ask<unknown, unknown> | WriteImplementation<unknown, unknown> | undefined>
>

/** A configured provider in code, ready to be named under `live`, with what an entry says besides: `live: { ...acme({ token }), authorised: true }`. */
export interface Source<Ops extends ProviderOperations = ProviderOperations> extends LiveEntry {
  readonly provider: string
  /** The id of the contract it implements. */
  readonly contract: string
  readonly options: unknown
  readonly code: AnyCodeProvider
  /** Carries the contract's type; never called. */
  readonly serves: (ops: Ops) => void
}

/** Configures a provider in code: what `Contract.implement` gives. */
export interface ProviderFactory<Ops extends ProviderOperations, S extends z.ZodType = z.ZodType> {
  (options: z.input<S>): Source<Ops>
  readonly provider: string
  readonly contract: string
  readonly options: S
  readonly code: AnyCodeProvider
}

/** A provider factory with its types erased. */
export interface AnyProviderFactory {
  readonly provider: string
  readonly contract: string
  readonly options: z.ZodType
  readonly code: AnyCodeProvider
}
