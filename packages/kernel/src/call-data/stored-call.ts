import type { Call, ProviderOperation, StoredCall } from '@parakh/core'
import { shapeOf } from '../request/shape.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** A stored call as its handler sees it. */
export function callOfStored({ call }: StoredCall): Call {
  const { reference, requestId, accountId: account, environment, price, at } = call
  return { reference, requestId, account, environment, price, at: new Date(at) }
}

/** An operation and the input that its record must be about. */
export interface Question {
  readonly name: string
  readonly operation: ProviderOperation
  readonly input: unknown
}

interface KeptInput {
  readonly request?: unknown
  readonly scenario?: string
  /** The input of the write; absent if it is not compared, or an earlier release sent it. */
  readonly input?: unknown
}
const keptInputOf = ({ input }: StoredCall): KeptInput => JSON.parse(input ?? '{}') as KeptInput

/** The request of a marked write, parsed anew. */
export function requestOfStored(
  runtime: EndpointRuntime,
  stored: StoredCall,
): { request: Record<string, unknown>; scenario: string | undefined } {
  const kept = keptInputOf(stored)
  return { request: shapeOf(runtime.request).parse(kept.request ?? {}), scenario: kept.scenario }
}

/**
 * A marked write with the input that its later results must be about. For a call of a release that did not keep the input, the request is the
 * input if it has the input's fields.
 */
export function questionOfStored(
  stored: StoredCall,
  { name, value }: { readonly name: string; readonly value: ProviderOperation },
): Question {
  const { request, input } = keptInputOf(stored)
  const parsed = shapeOf(value.input).safeParse(input ?? request)
  return { name, operation: value, input: parsed.success ? parsed.data : input }
}

/** An operation with its name. */
interface NamedOperation {
  readonly name: string
  readonly value: ProviderOperation
}

/** The write operations of an endpoint, in the order of their declaration. */
export const writesOf = ({ operations }: EndpointRuntime): readonly NamedOperation[] =>
  Object.entries(operations).flatMap(([name, value]) => (value.effect === 'write' ? [{ name, value }] : []))

/** The first write operation of an endpoint; null: none. */
export const writeOf = (runtime: EndpointRuntime): NamedOperation | null => writesOf(runtime)[0] ?? null

/** The write that a stored call sent last; null: its endpoint has none. */
export const markedWriteOf = (runtime: EndpointRuntime, { call }: StoredCall): NamedOperation | null =>
  writesOf(runtime).find(({ name }) => name === call.operation) ?? writeOf(runtime)
