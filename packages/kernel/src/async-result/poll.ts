import { isUpstreamError, NO_WRITES, type StagedWrites, type StoredCall } from '@parakh/core'
import * as z from 'zod'
import type { Question } from '../call-data/question.ts'
import { callOfStored, questionOfStored, requestOfStored, writeOf } from '../call-data/stored-call.ts'
import { nextPollAt, POLL_ATTEMPTS, POLL_JOB, type PollPayload } from '../handles/poll-job.ts'
import { askStatus } from '../provider/ask-status.ts'
import { checkResult } from '../provider/check-record.ts'
import { parseRecord } from '../provider/read-record.ts'
import { sourceThatTook } from '../provider/source-that-took.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, Runtimes } from '../runtime/endpoint-runtime.ts'
import { chooseBranch } from '../sandbox/branch.ts'
import { deriveRecord } from '../sandbox/sandbox-answer.ts'
import { takeResult } from './take-result.ts'

const Payload = z.object({ reference: z.string(), until: z.number(), step: z.int() })

/** Asks an asynchronous call's provider for its result, and again until it is done or too late. */
export async function poll(given: { parts: CallParts; runtimes: Runtimes }, payloadJson: string): Promise<void> {
  const { parts, runtimes } = given
  const payload = Payload.parse(JSON.parse(payloadJson))
  const stored = await parts.billing.findByReference(payload.reference)
  const runtime = stored ? runtimes.get(stored.call.endpoint) : undefined
  if (!stored || !runtime || stored.call.asyncState !== 'pending') return
  const record = await resultOrNone(parts, { runtime, stored, step: payload.step })
  // Its fixture says all that the sandbox will ever know: a call that it leaves pending is not asked after for months.
  if (record === undefined && stored.call.environment === 'sandbox') return
  const state =
    record === null || record === undefined ? 'pending' : await takeResult(parts, { runtime, stored, record })
  if (state === 'pending') await pollAgain(parts, { runtime, stored, payload })
}

type PollAttempt = { readonly runtime: EndpointRuntime; readonly stored: StoredCall; readonly step: number }

/** Trouble of the source is no result: it is asked again at the next turn, for as long as the endpoint says. */
async function resultOrNone(parts: CallParts, poll: PollAttempt): Promise<unknown> {
  try {
    return await askForResult(parts, poll)
  } catch (error) {
    if (!isUpstreamError(error)) throw error
    const { reference, endpoint } = poll.stored.call
    parts.logger.warn('async_result.not_reached', { endpoint, reference, trouble: error.trouble })
    return null
  }
}

async function askForResult(parts: CallParts, poll: PollAttempt): Promise<unknown> {
  const { runtime, stored } = poll
  const operation = writeOf(runtime)
  if (!operation) return null
  const question = questionOfStored(stored, operation)
  if (stored.call.environment === 'sandbox') return sandboxResult(poll, question)
  const live = sourceThatTook(runtime.plugin, stored.call.provider)
  if (!live) return null
  const attempt = { call: callOfStored(stored), signal: AbortSignal.timeout(parts.settings.deadlineMs) }
  return await askStatus(parts, { runtime, live, question, attempt })
}

/** What the fixture says comes later, one record a poll; undefined where it says no more. */
function sandboxResult({ runtime, stored, step }: PollAttempt, question: Question): unknown {
  const { request, scenario } = requestOfStored(runtime, stored)
  const branch = chooseBranch(runtime, canonicalJson(request), scenario)
  const record = branch.kind === 'fixture' ? branch.indexed.fixture.asyncResults?.[step] : undefined
  if (branch.kind !== 'fixture' || record === undefined) return undefined
  const raw = branch.derive ? deriveRecord(question.operation, record, question.input) : record
  const shape = runtime.recordShapes[question.name] ?? question.operation.output
  return checkResult(question, raw, (given) => parseRecord(shape, given))
}

async function pollAgain(
  parts: CallParts,
  given: { runtime: EndpointRuntime; stored: StoredCall; payload: PollPayload },
): Promise<void> {
  const { runtime, stored, payload } = given
  const runAt = nextPollAt(parts, runtime, stored.call.environment)
  if (runAt > payload.until) {
    parts.logger.error('async_result.overdue', { endpoint: stored.call.endpoint, reference: stored.call.reference })
    await releaseUncompleted(parts, stored)
    return
  }
  const next = JSON.stringify({ ...payload, step: payload.step + 1 })
  const job = { id: parts.ids.next(), name: POLL_JOB, payload: next, runAt, attempts: POLL_ATTEMPTS }
  await commit(parts, stored, { jobs: [job] })
}

/** No result came: what is charged on completion is released, unless one comes in this moment. A later one moves no money. */
async function releaseUncompleted(parts: CallParts, stored: StoredCall): Promise<void> {
  const { phase, reference } = stored.call
  if (phase !== 'accepted') return
  await commit(parts, stored, {
    refunds: [{ reference, reason: 'no async result' }],
    asyncState: { reference, from: 'pending', to: 'pending' },
  })
}

async function commit(parts: CallParts, { call }: StoredCall, writes: Partial<StagedWrites>): Promise<void> {
  const { accountId, environment } = call
  const at = parts.clock.now().getTime()
  const all = { ...NO_WRITES, ...writes }
  await parts.billing.commit({ kind: 'commit', accountId, environment, at, actor: 'poll', writes: all })
}
