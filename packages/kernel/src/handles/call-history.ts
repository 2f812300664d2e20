import type { Billing, CallHistory, CallPhase, Environment, PastCall, StoredCall } from '@parakh/core'
import { claimOf, isRequestId } from '../request/request-id.ts'
import type { Staging } from './staging.ts'

interface Wallet {
  readonly accountId: string
  readonly environment: Environment
}

const STATE: Readonly<Record<CallPhase, PastCall['state']>> = {
  held: 'pending',
  dispatched: 'pending',
  answered: 'completed',
  none: 'failed',
  released: 'failed',
  purged: 'completed',
}

/** The data of a stored answer: what the envelope nests, or the whole where it is spread. */
function dataOf(response: Uint8Array | null): unknown {
  if (!response) return null
  const body: unknown = JSON.parse(new TextDecoder().decode(response))
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

function pastCall({ call, response }: StoredCall): PastCall {
  const { reference, endpoint, at, phase, later } = call
  return { reference, endpoint, at: new Date(at), state: later ?? STATE[phase], data: dataOf(response) }
}

/** The value of the `Calls` handle: one account's earlier calls. */
export function callHistory(billing: Billing, wallet: Wallet, staging: Staging | null): CallHistory {
  return {
    async find(reference) {
      if (!isRequestId(reference)) return null
      const found =
        (await billing.find(wallet, { reference })) ?? (await billing.find(wallet, { claim: claimOf(reference) }))
      return found ? pastCall(found) : null
    },
    refund: (reference, reason) => staging?.refund(reference, reason),
  }
}
