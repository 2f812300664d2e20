import { type StoredCall, type Update, zero } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { callOfStored, requestOfStored } from '../facts/stored-call.ts'
import { stageNews } from '../handles/last-result.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'

const MOST_RUNS = 6

/** News of an earlier write. */
export interface News {
  readonly runtime: EndpointRuntime
  readonly stored: StoredCall
  readonly record: unknown
}
/**
 * Takes in news of a write, by callback, poll or command: the endpoint's `update` says what it means; its records, its event,
 * its refund and where the call stands are one commit. The same news twice changes nothing.
 *
 * @throws `CALL_NOT_FOUND` when the call waits for no news.
 */
export async function takeNews(parts: CallParts, news: News): Promise<Update['state']> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const stored = run === 1 ? news.stored : await parts.billing.findByReference(news.stored.call.reference)
    const state = stored ? await takeOnce(parts, { ...news, stored }) : 'lost'
    if (state !== 'conflict' && state !== 'lost') return state
  }
  throw kernelErrors.error('CALL_NOT_FOUND', {
    reference: news.stored.call.reference,
    operation: news.stored.call.operation ?? '',
  })
}

async function takeOnce(
  parts: CallParts,
  { runtime, stored, record }: News,
): Promise<Update['state'] | 'conflict' | 'lost'> {
  const { call } = stored
  const { later } = runtime.endpoint
  if (!later || call.later === null) {
    throw kernelErrors.error('CALL_NOT_FOUND', { reference: call.reference, operation: call.operation ?? '' })
  }
  if (call.later !== 'pending') return call.later
  const staging = new Staging()
  const update = await runUpdate(parts, { runtime, stored, record, staging })
  if (!update) return call.later
  await stageUpdate(parts, { runtime, stored, update, staging })
  const { accountId, environment } = call
  const at = parts.clock.now().getTime()
  const result = await parts.billing.commit({
    kind: 'commit',
    accountId,
    environment,
    at,
    writes: staging.writes(),
    actor: 'news',
  })
  return result.kind === 'done' ? update.state : result.kind
}

async function runUpdate(parts: CallParts, given: News & { staging: Staging }): Promise<Update | null> {
  const { runtime, stored, record, staging } = given
  const { accountId, environment } = stored.call
  const wallet = { accountId, environment }
  const call = callOfStored(stored)
  const where = `news of "${runtime.endpoint.id}"`
  const binding = { parts, plugin: runtime.plugin, wallet, staging, call, caller: null, given: {}, where }
  const context = {
    ...resolveNeeds(runtime.endpoint.needs, binding),
    record,
    request: requestOfStored(runtime, stored).request,
    call,
    now: (state: Update['state'], data: object): Update => ({ state, data }),
  }
  const { later } = runtime.endpoint
  if (!later) throw new TypeError('the endpoint answers at once')
  return await later.update(context as never)
}

async function stageUpdate(
  parts: CallParts,
  given: { runtime: EndpointRuntime; stored: StoredCall; update: Update; staging: Staging },
): Promise<void> {
  const { runtime, stored, update, staging } = given
  const { accountId, environment, reference, charged } = stored.call
  const { later } = runtime.endpoint
  if (!later) return
  if (await stageNews({ ...parts, staging }, { accountId, environment }, { reference, update })) {
    const data = later.event.definition.data.parse(update.data) as Record<string, unknown>
    staging.event({ id: parts.ids.next(), type: later.event.id, data })
  }
  if (update.state === 'failed' && charged > zero) staging.refund(reference, 'the source said no')
  staging.later({ reference, from: 'pending', to: update.state })
}
