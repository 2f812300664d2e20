import type { Call, ProviderOperation, StoredCall } from '@parakh/core'
import { shapeOf } from '../request/shape.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { Question } from './question.ts'

/** A stored call as its handler sees it. */
export function callOfStored({ call }: StoredCall): Call {
  const { reference, requestId, accountId: account, environment, price, at } = call
  return { reference, requestId, account, environment, price, at: new Date(at) }
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

/** The write operation of an endpoint, with its name; null: none. */
export function writeOf(runtime: EndpointRuntime): { readonly name: string; readonly value: ProviderOperation } | null {
  const found = Object.entries(runtime.operations).find(([, operation]) => operation.effect === 'write')
  return found ? { name: found[0], value: found[1] } : null
}
