import type { Ask, Attempt, ProviderOperation, UpstreamTarget, WriteImplementation } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, LiveProvider } from '../runtime/endpoint-runtime.ts'
import { isWrite } from '../sandbox/sandbox-answer.ts'
import { readRecord } from './read-record.ts'
import { questionOf, recordAttempt, within } from './record-attempt.ts'

/** Whose write is asked after, and where. */
interface StatusQuestion {
  readonly runtime: EndpointRuntime
  readonly live: LiveProvider
  readonly operation: { readonly name: string; readonly value: ProviderOperation }
  readonly attempt: Attempt
}

/** Asks what became of a write that was sent: an attempt as any other, of `NAME.status`. Undefined: its provider cannot say. */
export async function askStatus(parts: CallParts, given: StatusQuestion): Promise<unknown> {
  const { runtime, live, operation, attempt } = given
  const implementation = live.implementation[operation.name] as
    | Ask<unknown, unknown>
    | WriteImplementation<unknown, unknown>
    | undefined
  if (!implementation || !isWrite(implementation) || !implementation.status) return undefined
  const { status } = implementation
  const { call } = attempt
  const target: UpstreamTarget = {
    ...{ provider: live.id, operation: `${operation.name}.status`, effect: 'read' },
    question: questionOf(call, () => call.reference),
  }
  const ask = async (signal: AbortSignal): Promise<unknown> => {
    const raw = await within(signal, status(call.reference, { ...attempt, signal }))
    return raw === null ? null : readRecord(operation.value, raw)
  }
  return await parts.upstream.ask(target, attempt.signal, (signal) =>
    recordAttempt({ parts, run: { runtime, call } }, target, ask(signal)),
  )
}
