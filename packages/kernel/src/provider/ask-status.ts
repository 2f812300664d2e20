import type { Ask, Attempt, UpstreamTarget, WriteImplementation } from '@parakh/core'
import type { Question } from '../call-data/question.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, LiveProvider } from '../runtime/endpoint-runtime.ts'
import { isWrite } from '../sandbox/sandbox-answer.ts'
import { checkResult } from './check-record.ts'
import { readRecord } from './read-record.ts'
import { questionOf, recordAttempt, within } from './record-attempt.ts'

/** The write whose status is queried, and its source. */
interface StatusQuestion {
  readonly runtime: EndpointRuntime
  readonly live: LiveProvider
  readonly question: Question
  readonly attempt: Attempt
}

/**
 * Queries the status of a write that was sent: an attempt of `NAME.status`, with retries and the provider's circuit.
 *
 * @returns The record; null if the write never arrived; undefined if the provider has no status query.
 * @throws UpstreamError, also if the record is about another person.
 */
export async function askStatus(parts: CallParts, given: StatusQuestion): Promise<unknown> {
  const { runtime, live, question, attempt } = given
  const implementation = live.implementation[question.name] as
    | Ask<unknown, unknown>
    | WriteImplementation<unknown, unknown>
    | undefined
  if (!implementation || !isWrite(implementation) || !implementation.status) return undefined
  const { status } = implementation
  const { call } = attempt
  const target: UpstreamTarget = {
    provider: live.id,
    operation: `${question.name}.status`,
    effect: 'read',
    question: questionOf(call, () => call.reference),
  }
  const ask = async (signal: AbortSignal): Promise<unknown> => {
    const raw = await within(signal, status(call.reference, { ...attempt, signal }))
    return checkResult(question, raw, (given) => readRecord(question.operation, given))
  }
  return await parts.upstream.ask(target, attempt.signal, (signal) =>
    recordAttempt({ parts, run: { runtime, call } }, target, ask(signal)),
  )
}
