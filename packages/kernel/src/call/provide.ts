import { Answered, Failure, Identifier, type StagedWrites } from '@parakh/core'
import type { HandlerRun } from '../call-data/admitted-call.ts'
import { type CallFault, declaredFault } from '../call-data/call-fault.ts'
import { type Binding, resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import { FencedOff, OutcomeUnknown, type ProviderAccess, providerClient } from '../provider/provider-client.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { Deadline } from '../time/deadline.ts'
import { thrownFault } from './thrown-fault.ts'

/** The result of a handler. */
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
  /** The call is fenced: it has another owner. */
  | { readonly kind: 'fenced' }

/** The sixth stage: runs the handler with its provider, under one deadline. Never throws. */
export async function provide(parts: CallParts, run: HandlerRun): Promise<Provided> {
  const staging = new Staging()
  const { runtime, call, request } = run
  const deadline = new Deadline(parts.clock, parts.deadlines, run.waitedMs)
  const access: ProviderAccess = { parts, run, deadline, writing: false, trouble: null, asked: null }
  try {
    const context = {
      request,
      call,
      provider: providerClient(access),
      answer: (data: object, more: { billable?: boolean; headers?: Readonly<Record<string, string>> } = {}) =>
        new Answered(runtime.endpoint.data.parse(data), more.billable ?? true, more.headers),
      fail: (code: string, more: { retryAfter?: number } = {}) => new Failure(code, more.retryAfter),
      reveal: (id: Identifier) => reveal(run, id),
      scenario: run.branch?.scenario ?? null,
    }
    const needs = needsOf(parts, run, staging)
    const result = await deadline.race(
      runtime.endpoint.handle((needs ? Object.assign(needs, context) : context) as never),
    )
    const provided = access.trouble ? troubled(access, access.trouble) : ended(run, result, staging)
    return keepWrites(access, provided)
  } catch (error) {
    return keepWrites(access, troubled(access, access.trouble ?? error))
  } finally {
    deadline.clear()
  }
}

/**
 * A call whose write was or may have been accepted is never released: its outcome is unknown until its status is queried, and the
 * handler runs again with that record.
 */
function keepWrites({ writing, run, parts }: ProviderAccess, provided: Provided): Provided {
  if (provided.kind !== 'fault' || provided.fault.outcome === 'none') return provided
  const { sent, runtime, call } = run
  if (!writing && !sent.accepted) return provided
  if (sent.accepted)
    parts.logger.error('call.failed_after_write', { endpoint: runtime.endpoint.id, reference: call.reference })
  return { kind: 'unknown' }
}

/** The endpoint's declared needs, besides the arguments of every handler, whose names take precedence. Null: none. */
function needsOf(parts: CallParts, run: HandlerRun, staging: Staging): object | null {
  const { needs } = run.runtime.endpoint
  return Object.keys(needs).length === 0 ? null : resolveNeeds(needs, bindingOf(parts, run, staging))
}

function bindingOf(parts: CallParts, run: HandlerRun, staging: Staging): Binding {
  const { runtime, call, caller, branch } = run
  const given = call.environment === 'sandbox' && branch ? runtime.given : {}
  const wallet = { accountId: call.account, environment: call.environment }
  const where = `the endpoint "${runtime.endpoint.id}"`
  return { parts, plugin: runtime.plugin, wallet, staging, call, caller, given, where }
}

/** The text of an identity number: complete in the sandbox (it is fictitious) and if the licence allows it, else masked. */
function reveal({ call, runtime }: HandlerRun, id: Identifier): string {
  const whole = call.environment === 'sandbox' || runtime.plugin.options.licence?.fullIdentifiers === true
  return whole ? Identifier.text(id) : id.masked
}

function ended({ runtime }: HandlerRun, result: Answered | Failure, staging: Staging): Provided {
  if (result.kind === 'answered') {
    const { data, billable, headers } = result
    return { kind: 'answer', data, billable, headers, writes: staging.writes() }
  }
  const spec = runtime.endpoint.errors[result.code]
  if (!spec) throw new TypeError(`the endpoint ${runtime.endpoint.id} failed with a code that it does not declare`)
  return { kind: 'fault', fault: declaredFault(result.code, spec, result.retryAfter) }
}

function troubled({ parts, run, asked }: ProviderAccess, error: unknown): Provided {
  if (error instanceof OutcomeUnknown) return { kind: 'unknown' }
  if (error instanceof FencedOff) return { kind: 'fenced' }
  return { kind: 'fault', fault: thrownFault(parts, { runtime: run.runtime, call: run.call, asked }, error) }
}
