import type { Call, ProviderOperation, StoredCall } from '@parakh/core'
import { shapeOf } from '../request/shape.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

/** A stored call as its handler sees it. */
export function callOfStored({ call }: StoredCall): Call {
  const { reference, requestId, accountId: account, environment, price, at } = call
  return { reference, requestId, account, environment, price, at: new Date(at) }
}

/** The request of a marked write, parsed anew. */
export function requestOfStored(
  runtime: EndpointRuntime,
  stored: StoredCall,
): { request: Record<string, unknown>; scenario: string | undefined } {
  const kept = JSON.parse(stored.input ?? '{}') as { request?: unknown; scenario?: string }
  return { request: shapeOf(runtime.request).parse(kept.request ?? {}), scenario: kept.scenario }
}

/** The write operation of an endpoint, with its name; null: none. */
export function writeOf(runtime: EndpointRuntime): { readonly name: string; readonly value: ProviderOperation } | null {
  const found = Object.entries(runtime.operations).find(([, operation]) => operation.effect === 'write')
  return found ? { name: found[0], value: found[1] } : null
}
