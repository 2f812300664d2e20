import {
  Answered,
  type Call,
  type Caller,
  type Environment,
  errorFacts,
  Failure,
  Identifier,
  isParakhError,
  isUpstreamError,
  type StagedWrites,
} from '@parakh/core'
import type { EndpointRuntime } from '../compose/runtime.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import { Deadline } from './deadline.ts'
import type { CallParts } from './parts.ts'
import { type Asking, FencedOff, OutcomeUnknown, providerClient } from './provider-client.ts'
import { type CallFault, declaredFault, hostFault } from './refusal.ts'
import type { SentWrites } from './sent-writes.ts'

/** What a handler came to. */
export type Provided =
  | {
      readonly kind: 'answer'
      readonly data: object
      readonly billable: boolean
      readonly headers: Readonly<Record<string, string>>
      readonly writes: StagedWrites
    }
  | { readonly kind: 'fault'; readonly fault: CallFault }
  /** A write was sent and its outcome is not known. */
  | { readonly kind: 'unknown' }
  /** The call has another owner now. */
  | { readonly kind: 'fenced' }

/** What it takes to run a handler: in a call, in the catalogue, or after a crash. */
export interface Providing {
  readonly parts: CallParts
  readonly runtime: EndpointRuntime
  readonly environment: Environment
  readonly branch: SandboxBranch | null
  readonly call: Call
  readonly caller: Caller | null
  readonly request: Readonly<Record<string, unknown>>
  /** Of writes already sent. */
  readonly sent: SentWrites
  markDispatch(operation: string, provider: string): Promise<boolean>
}

/** Whole seconds that a caller waits whose write is unknown, or whose source is down. */
export const RETRY_AFTER_SECONDS = 5

/** The sixth stage: runs the handler with its provider, under one deadline. Never throws. */
export async function provide(providing: Providing): Promise<Provided> {
  const staging = new Staging()
  const { parts, runtime, call, request } = providing
  const deadline = new Deadline(parts.clock, parts.deadlines)
  const asking: Asking = {
    parts,
    runtime,
    call,
    deadline,
    environment: providing.environment,
    branch: providing.branch,
    markDispatch: providing.markDispatch,
    sent: providing.sent,
    writing: false,
    trouble: null,
    asked: null,
  }
  try {
    const context = withNeeds(providing, staging, {
      request,
      call,
      provider: providerClient(asking),
      answer: (data: object, more: { billable?: boolean; headers?: Readonly<Record<string, string>> } = {}) =>
        new Answered(runtime.endpoint.data.parse(data), more.billable ?? true, more.headers),
      fail: (code: string, more: { retryAfter?: number } = {}) => new Failure(code, more.retryAfter),
      reveal: (id: Identifier) => reveal(providing, id),
      scenario: providing.branch?.scenario ?? null,
    })
    const result = await deadline.race(runtime.endpoint.handle(context as never))
    const provided = asking.trouble ? troubled(asking, asking.trouble) : ended(providing, result, staging)
    return keepWrites(asking, provided)
  } catch (error) {
    return keepWrites(asking, troubled(asking, asking.trouble ?? error))
  } finally {
    deadline.clear()
  }
}

/**
 * A call whose write was accepted, or may have been, is never released: its outcome is unknown until its status is asked, and the
 * handler runs again with that record.
 */
function keepWrites({ writing, sent, runtime, parts, call }: Asking, provided: Provided): Provided {
  if (provided.kind !== 'fault' || provided.fault.outcome === 'none') return provided
  if (!writing && !sent.accepted) return provided
  if (sent.accepted)
    parts.logger.error('call.failed_after_write', { endpoint: runtime.endpoint.id, reference: call.reference })
  return { kind: 'unknown' }
}

/** Adds what the endpoint declared to what every handler is given, whose names are reserved. Most endpoints declare nothing. */
function withNeeds(providing: Providing, staging: Staging, context: Readonly<Record<string, unknown>>): object {
  const { needs } = providing.runtime.endpoint
  if (Object.keys(needs).length === 0) return context
  return Object.assign(resolveNeeds(needs, bindingOf(providing, staging)), context)
}

function bindingOf(providing: Providing, staging: Staging) {
  const { parts, runtime, call, caller, environment, branch } = providing
  const given = environment === 'sandbox' && branch ? runtime.given : {}
  const wallet = { accountId: call.account, environment }
  return {
    parts,
    plugin: runtime.plugin,
    wallet,
    staging,
    call,
    caller,
    given,
    where: `the endpoint "${runtime.endpoint.id}"`,
  }
}

/** An identity number: whole in the sandbox (it is fictitious) and where the licence allows it, else masked. */
function reveal({ environment, runtime }: Providing, id: Identifier): string {
  const whole = environment === 'sandbox' || runtime.plugin.options.licence?.fullIdentifiers === true
  return whole ? Identifier.text(id) : id.masked
}

function ended({ runtime }: Providing, result: Answered | Failure, staging: Staging): Provided {
  if (result.kind === 'answered') {
    const { data, billable, headers } = result
    return { kind: 'answer', data, billable, headers, writes: staging.writes() }
  }
  const spec = runtime.endpoint.errors[result.code]
  if (!spec) throw new TypeError(`the endpoint ${runtime.endpoint.id} failed with a code that it does not declare`)
  return { kind: 'fault', fault: declaredFault(result.code, spec, result.retryAfter) }
}

function troubled({ parts, runtime, call, asked }: Asking, error: unknown): Provided {
  if (error instanceof OutcomeUnknown) return { kind: 'unknown' }
  if (error instanceof FencedOff) return { kind: 'fenced' }
  const facts = { endpoint: runtime.endpoint.id, reference: call.reference }
  if (isUpstreamError(error)) {
    const { trouble, field, reason } = error
    parts.logger.warn('call.upstream_trouble', {
      ...{ ...facts, trouble },
      ...(asked ? { provider: asked.provider, operation: asked.operation } : {}),
      ...(field ? { field } : {}),
      ...(reason ? { reason } : {}),
    })
    // Our credentials are not the caller's fault, nor is it the record's: `denied` is an outage to whoever calls.
    if (trouble === 'unprocessable') return { kind: 'fault', fault: hostFault('UPSTREAM_UNPROCESSABLE') }
    return { kind: 'fault', fault: hostFault('UPSTREAM_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS }) }
  }
  if (isParakhError(error) && error.code === 'STORE_UNAVAILABLE') {
    parts.logger.error('call.store_unavailable', { ...facts, ...errorFacts(error) })
    return { kind: 'fault', fault: hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 }) }
  }
  if (isParakhError(error) && error.code === 'DOCUMENT_INVALID' && asked) {
    // Of a record within its bounds, such as a thousand lines of nothing.
    parts.logger.error('call.document_not_drawn', { ...facts, provider: asked.provider, operation: asked.operation })
    return { kind: 'fault', fault: hostFault('UPSTREAM_UNPROCESSABLE') }
  }
  // The message of an unknown error may hold input: only its kind and its place are told.
  parts.logger.error('call.threw', { ...facts, ...errorFacts(error), at: firstFrame(error) })
  return { kind: 'fault', fault: hostFault('INTERNAL_ERROR') }
}

/** Where it was thrown. */
export function firstFrame(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const stack = error.stack ?? ''
  // The message may have lines of its own, which must not be told.
  const frames = stack.slice(stack.indexOf(error.message) + error.message.length)
  return /^ {4}(at .+)$/m.exec(frames)?.[1] ?? ''
}
