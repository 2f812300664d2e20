import {
  type Documents,
  type Endpoint,
  type Environment,
  ISSUED_DOCUMENTS,
  isHandle,
  isParakhError,
  type RecordRow,
} from '@parakh/core'
import type { CallParts } from '../call/parts.ts'
import { documentId, documentKeptUntil } from './issued-documents.ts'
import { Staging } from './staging.ts'

/** A call that was answered before, and is answered again with the same bytes. */
export interface ReplayedCall {
  readonly endpoint: Endpoint
  readonly reference: string
  readonly wallet: { readonly accountId: string; readonly environment: Environment }
}

/**
 * Begins the lifetime of a replayed call's documents anew: the stored bytes name the same URLs, and these open again. They are not
 * kept any longer for it. Never fails the replay.
 */
export async function renewDocuments(parts: CallParts, call: ReplayedCall): Promise<void> {
  const { documents } = parts
  const { endpoint, reference, wallet } = call
  const kinds = Object.values(endpoint.needs).filter((token) => isHandle(token) && token.kind === 'document')
  if (!documents || kinds.length === 0) return
  try {
    const staging = new Staging()
    for (const { id: kind } of kinds)
      for await (const row of issuedBy(parts, call, kind)) stageRenewal({ parts, documents, staging }, row)
    const writes = staging.writes()
    if (writes.records.length === 0) return
    // A conflict is another replay that was faster: it has renewed them.
    await parts.billing.commit({ ...wallet, at: parts.clock.now().getTime(), writes, actor: 'replay' })
  } catch (error) {
    const kind = isParakhError(error) ? error.code : error instanceof Error ? error.name : typeof error
    parts.logger.warn('documents.not_renewed', { endpoint: endpoint.id, reference, error: kind })
  }
}

async function* issuedBy(
  parts: CallParts,
  { reference, wallet }: ReplayedCall,
  kind: string,
): AsyncGenerator<RecordRow> {
  for (let count = 1; ; count += 1) {
    const row = await parts.records.get(ISSUED_DOCUMENTS, wallet, documentId(reference, kind, count))
    if (!row) return
    yield row
  }
}

function stageRenewal(
  { parts, documents, staging }: { parts: CallParts; documents: Documents; staging: Staging },
  { id, state, version: expected, createdAt, value: before }: RecordRow,
): void {
  const value = documents.renew(before)
  if (value === null) return
  const keepUntil = documentKeptUntil(parts, createdAt)
  staging.record({ collection: ISSUED_DOCUMENTS, id, expected, state, value, keys: [], keepUntil })
}
