import { type AsyncResult, type StoredCall, zero } from '@parakh/core'
import { callOfStored, requestOfStored } from '../call-data/stored-call.ts'
import { kernelErrors } from '../error-codes.ts'
import { stageLastResult } from '../handles/last-async-result.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

const MOST_RUNS = 6

/** A record of an earlier write, and the call that it is the result of. */
export interface ArrivedResult {
  readonly runtime: EndpointRuntime
  readonly stored: StoredCall
  readonly record: unknown
}
/**
 * Takes in the async result of a write, by callback, poll or command: the endpoint's `update` says what it means; its records, its event,
 * its refund and where the call stands are one commit. The same result twice changes nothing.
 *
 * @throws `CALL_NOT_FOUND` when the call waits for no async result.
 */
export async function takeResult(parts: CallParts, result: ArrivedResult): Promise<AsyncResult['state']> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const stored = run === 1 ? result.stored : await parts.billing.findByReference(result.stored.call.reference)
    const state = stored ? await takeOnce(parts, { ...result, stored }) : 'lost'
    if (state !== 'conflict' && state !== 'lost') return state
  }
  throw kernelErrors.error('CALL_NOT_FOUND', {
    reference: result.stored.call.reference,
    operation: result.stored.call.operation ?? '',
  })
}

async function takeOnce(
  parts: CallParts,
  { runtime, stored, record }: ArrivedResult,
): Promise<AsyncResult['state'] | 'conflict' | 'lost'> {
  const { call } = stored
  const { asyncResult } = runtime.endpoint
  if (!asyncResult || call.asyncState === null) {
    throw kernelErrors.error('CALL_NOT_FOUND', { reference: call.reference, operation: call.operation ?? '' })
  }
  if (call.asyncState !== 'pending') return call.asyncState
  const staging = new Staging()
  const update = await runUpdate(parts, { runtime, stored, record, staging })
  if (!update) return call.asyncState
  await stageUpdate(parts, { runtime, stored, update, staging })
  const { accountId, environment } = call
  const at = parts.clock.now().getTime()
  const result = await parts.billing.commit({
    kind: 'commit',
    accountId,
    environment,
    at,
    writes: staging.writes(),
    actor: 'async-result',
  })
  return result.kind === 'done' ? update.state : result.kind
}

async function runUpdate(parts: CallParts, given: ArrivedResult & { staging: Staging }): Promise<AsyncResult | null> {
  const { runtime, stored, record, staging } = given
  const { accountId, environment } = stored.call
  const wallet = { accountId, environment }
  const call = callOfStored(stored)
  const where = `the async result of "${runtime.endpoint.id}"`
  const binding = { parts, plugin: runtime.plugin, wallet, staging, call, caller: null, given: {}, where }
  const context = {
    ...resolveNeeds(runtime.endpoint.needs, binding),
    record,
    request: requestOfStored(runtime, stored).request,
    call,
    now: (state: AsyncResult['state'], data: object): AsyncResult => ({ state, data }),
  }
  const { asyncResult } = runtime.endpoint
  if (!asyncResult) throw new TypeError('the endpoint answers at once')
  return await asyncResult.update(context as never)
}

async function stageUpdate(
  parts: CallParts,
  given: { runtime: EndpointRuntime; stored: StoredCall; update: AsyncResult; staging: Staging },
): Promise<void> {
  const { runtime, stored, update, staging } = given
  const { accountId, environment, reference, charged } = stored.call
  const { asyncResult } = runtime.endpoint
  if (!asyncResult) return
  if (await stageLastResult({ ...parts, staging }, { accountId, environment }, { reference, update })) {
    const data = asyncResult.event.definition.data.parse(update.data) as Record<string, unknown>
    staging.event({ id: parts.ids.next(), type: asyncResult.event.id, data })
  }
  if (update.state === 'failed' && charged > zero) staging.refund(reference, 'the source said no')
  staging.asyncState({ reference, from: 'pending', to: update.state })
}
