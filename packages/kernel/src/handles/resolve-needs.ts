import {
  type Call,
  type Caller,
  CurrentCaller,
  type DocumentHandle,
  type Environment,
  type Handle,
  isHandle,
  type JobDefinition,
  type Needs,
  type Token,
} from '@parakh/core'
import type * as z from 'zod'
import { kernelErrors } from '../error-codes.ts'
import { setOwn } from '../request/canonical-json.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { PluginRuntime } from '../runtime/endpoint-runtime.ts'
import { callHistory } from './call-history.ts'
import { documentIssuer } from './issued-documents.ts'
import { type GivenRecord, RecordsHandle } from './records-handle.ts'
import type { Staging } from './staging.ts'

/** The context of handles. */
export interface Binding {
  readonly parts: CallParts
  readonly plugin: PluginRuntime
  /** Null outside a call: in a command, a provider, a scheduled job. */
  readonly wallet: { readonly accountId: string; readonly environment: Environment } | null
  readonly staging: Staging | null
  readonly call: Call | null
  readonly caller: Caller | null
  /** Sandbox records, by the name in `needs`. */
  readonly given: Readonly<Record<string, readonly GivenRecord[]>>
  /** The place for an error: `the command "ifsc import"`. */
  readonly where: string
}

/** The values of declared needs: services, and handles bound to the call. */
export function resolveNeeds(needs: Needs, binding: Binding): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const [name, token] of Object.entries(needs)) setOwn(values, name, resolveToken(name, token, binding))
  return values
}

function resolveToken(name: string, token: Token<unknown>, binding: Binding): unknown {
  if (isHandle(token)) return handleValue(name, token, binding)
  if (token.id !== CurrentCaller.id) return binding.parts.container.get(token)
  return () => binding.caller ?? outside(token, binding)
}

const outsideCall = (token: Token<unknown>, { where }: Binding) =>
  kernelErrors.error('HANDLE_OUTSIDE_CALL', { id: token.id, where })

function outside(token: Token<unknown>, binding: Binding): never {
  throw outsideCall(token, binding)
}

function handleValue(name: string, handle: Handle<unknown>, binding: Binding): unknown {
  const { parts, wallet, staging } = binding
  switch (handle.kind) {
    case 'settings':
      return binding.plugin.options.settings
    case 'records':
      return records(name, handle, binding)
    case 'event':
      return eventEmitter(handle as Handle<unknown, { data: z.ZodObject }>, binding)
    case 'job':
      return jobEnqueuer(handle as Handle<unknown, JobDefinition>, binding)
    case 'calls':
      return wallet ? callHistory(parts, { wallet, staging, caller: binding.caller }) : outside(handle, binding)
    case 'document':
      return issuer(handle as DocumentHandle, binding)
  }
}

function issuer(handle: DocumentHandle, binding: Binding) {
  const { parts, wallet, staging, call } = binding
  const { documents } = parts
  if (!documents || !wallet || !staging || !call) return outside(handle, binding)
  return documentIssuer(handle, { parts, documents, wallet, staging, call })
}

function records(name: string, handle: Handle<unknown>, binding: Binding): RecordsHandle {
  const { parts, wallet, staging } = binding
  const shared = (handle.definition as { scope: string }).scope === 'shared'
  if (!shared && !wallet) return outside(handle, binding)
  return new RecordsHandle(handle, {
    store: parts.records,
    scope: shared || !wallet ? 'shared' : wallet,
    staging: shared ? null : staging,
    now: () => parts.clock.now(),
    nextId: () => parts.ids.next(),
    given: binding.given[name] ?? [],
  })
}

function eventEmitter(handle: Handle<unknown, { data: z.ZodObject }>, binding: Binding): (data: unknown) => void {
  const { parts, staging } = binding
  return (data) => {
    if (!staging) throw outsideCall(handle, binding)
    staging.event({ id: parts.ids.next(), type: handle.id, data: handle.definition.data.parse(data) })
  }
}

function jobEnqueuer(handle: Handle<unknown, JobDefinition>, binding: Binding) {
  const { parts, staging } = binding
  return (payload: unknown, { afterSeconds = 0 }: { afterSeconds?: number } = {}): void => {
    if (!staging) throw outsideCall(handle, binding)
    const { payload: schema, attempts } = handle.definition
    const runAt = parts.clock.now().getTime() + afterSeconds * 1000
    staging.job({
      id: parts.ids.next(),
      name: handle.id,
      payload: JSON.stringify(schema.parse(payload)),
      runAt,
      attempts,
    })
  }
}
