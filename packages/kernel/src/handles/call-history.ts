import {
  type Caller,
  type CallHistory,
  type CallPhase,
  type CallState,
  type Environment,
  hasHold,
  type PastCall,
  zero,
} from '@parakh/core'
import { claimOf, isRequestId } from '../request/request-id.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { lastAsyncResultOf, stageLastResult } from './last-async-result.ts'
import { prolongDocuments } from './renew-documents.ts'
import type { Staging } from './staging.ts'

interface Wallet {
  readonly accountId: string
  readonly environment: Environment
}
/** The account and key for which earlier calls are looked up. */
export interface Asking {
  readonly wallet: Wallet
  /** Null outside a call. */
  readonly staging: Staging | null
  /** Null in recovery, whose lookups were checked against a key the first time. */
  readonly caller: Caller | null
}

const STATE: Readonly<Record<Exclude<CallPhase, 'purged'>, PastCall['state']>> = {
  held: 'pending',
  dispatched: 'pending',
  accepted: 'pending',
  answered: 'completed',
  none: 'failed',
  released: 'failed',
}

/** After the retention only the HTTP status shows how a call ended. */
function stateOf({ asyncState, phase, status }: CallState): PastCall['state'] {
  if (asyncState) return asyncState
  return phase === 'purged' ? STATE[(status ?? 200) < 300 ? 'answered' : 'none'] : STATE[phase]
}

/** The data of a stored answer: nested in the envelope, or the whole if it is spread. */
function dataOf(response: Uint8Array | null): unknown {
  if (!response) return null
  const body: unknown = JSON.parse(new TextDecoder().decode(response))
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

/** The value of the `Calls` handle: one account's earlier calls. */
export function callHistory(parts: CallParts, { wallet, staging, caller }: Asking): CallHistory {
  const { billing, records, clock } = parts
  const mayCall = (endpoint: string): boolean => caller?.key.endpoints?.includes(endpoint) ?? true
  return {
    async find(reference) {
      if (!isRequestId(reference)) return null
      const found =
        (await billing.find(wallet, { reference })) ?? (await billing.find(wallet, { claim: claimOf(reference) }))
      if (!found || !mayCall(found.call.endpoint)) return null
      const { call, response } = found
      const result = call.asyncState ? await lastAsyncResultOf(records, wallet, call.reference) : null
      return {
        reference: call.reference,
        endpoint: call.endpoint,
        state: stateOf(call),
        at: new Date(call.at),
        updatedAt: result?.at ?? (call.settledAt === null ? null : new Date(call.settledAt)),
        charged: call.charged,
        held: hasHold(call) ? call.price : zero,
        refunded: call.refunded,
        data: dataOf(response),
        asyncResult: result?.data ?? null,
      }
    },
    async renewDocuments(reference, { forSeconds }) {
      const found = await billing.find(wallet, { reference })
      if (!found || !mayCall(found.call.endpoint)) return
      await prolongDocuments(parts, { endpoint: found.call.endpoint, reference, wallet }, forSeconds)
    },
    refund: (reference, reason) => staging?.refund(reference, reason),
    async withdraw(reference, result) {
      const found = await billing.find(wallet, { reference })
      if (found?.call.asyncState !== 'pending' || !staging) return false
      await stageLastResult({ records, clock, staging }, wallet, {
        reference,
        update: { state: 'failed', data: result },
      })
      staging.refund(reference, 'withdrawn')
      staging.asyncState({ reference, from: 'pending', to: 'failed' })
      return true
    },
  }
}
