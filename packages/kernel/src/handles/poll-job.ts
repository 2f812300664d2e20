import type { Call, StagedWrites } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import { endOfPolls } from '../runtime/hold-times.ts'

/** The job that asks an asynchronous call's provider for its result. */
export const POLL_JOB = 'kernel.poll'
/**
 * Attempts of one poll; the next poll is a separate job. Many, because a process that dies takes an attempt of each poll that it runs, and
 * with the last one nobody would ask for the result, and charge what waits for it, any more.
 */
export const POLL_ATTEMPTS = 50
/** The sandbox delivers async results soon, to make integrations easy to test. */
const SANDBOX_POLL_SECONDS = 2

/** The payload of a poll. */
export interface PollPayload {
  readonly reference: string
  /** The end of polling, in milliseconds since 1970. */
  readonly until: number
  /** The number of earlier polls. */
  readonly step: number
}

/** When the next poll is due: milliseconds since 1970. */
export function nextPollAt(parts: CallParts, runtime: EndpointRuntime, environment: Call['environment']): number {
  const seconds =
    environment === 'sandbox' ? SANDBOX_POLL_SECONDS : (runtime.endpoint.asyncResult?.poll.everySeconds ?? 0)
  return parts.clock.now().getTime() + seconds * 1000
}

/** The staged writes of an asynchronous call: its pending state and its first poll. */
export function withFirstPoll(
  parts: CallParts,
  { runtime, call }: { readonly runtime: EndpointRuntime; readonly call: Call },
  writes: StagedWrites,
): StagedWrites {
  const { asyncResult } = runtime.endpoint
  if (!asyncResult) return writes
  const until = endOfPolls(parts, asyncResult.poll.forSeconds)
  const payload: PollPayload = { reference: call.reference, until, step: 0 }
  const runAt = nextPollAt(parts, runtime, call.environment)
  const job = { id: parts.ids.next(), name: POLL_JOB, payload: JSON.stringify(payload), runAt, attempts: POLL_ATTEMPTS }
  return {
    ...writes,
    jobs: [...writes.jobs, job],
    asyncState: { reference: call.reference, from: 'none', to: 'pending' },
  }
}
