import { type Documents, type Environment, errorFacts, ISSUED_DOCUMENTS, type RecordRow } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import { documentId, documentKeptUntil } from './issued-documents.ts'
import { Staging } from './staging.ts'

/** An earlier call that answered. */
export interface IssuingCall {
  /** The id of its endpoint. */
  readonly endpoint: string
  readonly reference: string
  readonly wallet: { readonly accountId: string; readonly environment: Environment }
}
interface Renewal {
  /** Whole seconds; null: the document's own lifetime. */
  readonly forSeconds: number | null
  /** The actor, for the ledger. */
  readonly actor: string
}

type RenewingParts = Pick<CallParts, 'billing' | 'clock' | 'documents' | 'documentKinds' | 'records' | 'settings'>

/** Concurrent renewals conflict; the loser reads again and mostly has nothing left to do. */
const MOST_RUNS = 5

/**
 * Restarts the lifetime of a replayed call's documents, so that the URLs in the stored answer are valid again. It does not extend their
 * retention, and never fails the replay.
 */
export async function renewDocuments(parts: CallParts, call: IssuingCall): Promise<void> {
  try {
    // Conflict: a concurrent request has renewed them.
    await renew(parts, call, { forSeconds: null, actor: 'replay' })
  } catch (error) {
    const { endpoint, reference } = call
    parts.logger.warn('documents.not_renewed', { endpoint, reference, ...errorFacts(error) })
  }
}

/**
 * Extends lifetime and retention of an earlier call's documents to this many seconds from now.
 *
 * @param forSeconds Whole seconds.
 * @throws After repeated conflicts, and what the store throws.
 */
export async function prolongDocuments(parts: RenewingParts, call: IssuingCall, forSeconds: number): Promise<void> {
  for (let run = 1; run <= MOST_RUNS; run += 1)
    if ((await renew(parts, call, { forSeconds, actor: 'calls' })) === 'done') return
  throw new Error('the documents of an earlier call are renewed by too many at once')
}

/** One attempt, in one commit for all documents of a call. */
async function renew(parts: RenewingParts, call: IssuingCall, renewal: Renewal): Promise<'done' | 'conflict'> {
  const { billing, clock, documents, documentKinds } = parts
  const kinds = documentKinds.get(call.endpoint) ?? []
  if (!documents || kinds.length === 0) return 'done'
  const staging = new Staging()
  for (const kind of kinds)
    for await (const row of issuedBy(parts, call, kind)) stageRenewal({ parts, documents, staging, renewal }, row)
  const writes = staging.writes()
  if (writes.records.length === 0) return 'done'
  const { kind } = await billing.commit({
    kind: 'commit',
    ...call.wallet,
    at: clock.now().getTime(),
    writes,
    actor: renewal.actor,
  })
  return kind === 'done' ? 'done' : 'conflict'
}

async function* issuedBy(
  parts: RenewingParts,
  { reference, wallet }: IssuingCall,
  kind: string,
): AsyncGenerator<RecordRow> {
  for (let count = 1; ; count += 1) {
    const row = await parts.records.get(ISSUED_DOCUMENTS, wallet, documentId(reference, kind, count))
    if (!row) return
    yield row
  }
}

function stageRenewal(
  given: { parts: RenewingParts; documents: Documents; staging: Staging; renewal: Renewal },
  { id, state, version: expected, createdAt, value: before }: RecordRow,
): void {
  const { parts, documents, staging, renewal } = given
  const { forSeconds } = renewal
  const value = documents.renew(before, forSeconds === null ? {} : { forSeconds })
  if (value === null) return
  const livesUntil = parts.clock.now().getTime() + (forSeconds ?? 0) * 1000
  const keepUntil = Math.max(documentKeptUntil(parts, createdAt), livesUntil)
  staging.record({ collection: ISSUED_DOCUMENTS, id, expected, state, value, keys: [], keepUntil })
}
