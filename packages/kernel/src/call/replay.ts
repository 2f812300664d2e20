import type { CallResponse } from '../call-data/call-response.ts'
import type { IdentifiedCall } from '../call-data/quoted-call.ts'
import { renewDocuments } from '../handles/renew-documents.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { Replay } from './admit.ts'
import { logUsage } from './refuse.ts'
import { send } from './send.ts'

/** Sends the stored bytes of a call that ran before: no charge, and its key was active in the transaction that found them. */
export async function replay(parts: CallParts, call: IdentifiedCall, stored: Replay): Promise<CallResponse> {
  const { status, body, rate, reference, outcome } = stored
  const { arrival, caller } = call
  const { account, environment } = caller
  const wallet = { accountId: account.id, environment }
  await renewDocuments(parts, { endpoint: arrival.runtime.endpoint.id, reference, wallet })
  await logUsage(parts, call, { status, outcome: 'replay', code: null, counts: false })
  return send({
    sealed: { status, body },
    ids: arrival,
    environment,
    outcome: 'replay',
    code: null,
    rate,
    replayed: true,
    source: outcome === 'none' ? 'none' : null,
  })
}
