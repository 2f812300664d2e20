import { type Ask, type Attempt, type ProviderOperation, UpstreamError, type WriteImplementation } from '@parakh/core'
import { plain } from '../request/canonical-json.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from './branch.ts'

interface Question {
  readonly name: string
  readonly input: unknown
  readonly attempt: Attempt
}

/** The sandbox as a provider: raw records of the branch, or their promise, before any schema. Null is a definite no. */
export function sandboxAnswer(runtime: EndpointRuntime, branch: SandboxBranch, question: Question): unknown {
  const operation = runtime.operations[question.name]
  if (!operation) return null
  switch (branch.kind) {
    case 'throttled':
    case 'upstream-failure':
      throw new UpstreamError('unavailable', 'the sandbox plays an upstream that is down', { sent: false })
    case 'source':
      return askSource(runtime, question)
    case 'fixture': {
      const record = branch.indexed.fixture.records?.[question.name] ?? null
      return record !== null && branch.derive ? deriveRecord(operation, record, question.input) : record
    }
  }
}

function askSource(runtime: EndpointRuntime, { name, input, attempt }: Question): unknown {
  const implementation = runtime.plugin.sandbox?.implementation[name]
  if (!implementation) return null
  const ask = typeof implementation === 'function' ? implementation : implementation.send
  return (ask as Ask<unknown, unknown>)(input, attempt)
}

/** A success record with the identifying fields of this input: same input, same record, on every machine. */
export function deriveRecord(operation: ProviderOperation, record: unknown, input: unknown): unknown {
  const asked = (plain(input) ?? {}) as Readonly<Record<string, unknown>>
  const shared = Object.keys(operation.output.shape).filter((name) => asked[name] !== undefined)
  return { ...(record as object), ...Object.fromEntries(shared.map((name) => [name, asked[name]])) }
}

/** Whether an implementation is that of a write. */
export const isWrite = (
  implementation: Ask<unknown, unknown> | WriteImplementation<unknown, unknown>,
): implementation is WriteImplementation<unknown, unknown> => typeof implementation !== 'function'
