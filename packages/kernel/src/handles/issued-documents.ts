import {
  type Call,
  type DocumentHandle,
  type Documents,
  type Environment,
  ISSUED_DOCUMENTS,
  type Issue,
} from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import type { Staging } from './staging.ts'

const DAY_MS = 86_400_000
const STATE = 'issued'

/** A call that issues documents. */
export interface Issuing {
  readonly parts: CallParts
  readonly documents: Documents
  readonly wallet: { readonly accountId: string; readonly environment: Environment }
  readonly staging: Staging
  readonly call: Call
}

/**
 * The id of the first, second, … document of one kind that a call issues.
 *
 * @param count From 1.
 */
export const documentId = (reference: string, document: string, count: number): string =>
  count === 1 ? `${reference}.${document}` : `${reference}.${document}.${count}`

/** Milliseconds since 1970 until which a document is kept: as long as the answer that names it. */
export const documentKeptUntil = ({ settings }: Pick<CallParts, 'settings'>, issuedAt: Date): number =>
  issuedAt.getTime() + settings.replayDays * DAY_MS

/**
 * Refuses a call whose documents could not be downloaded, before it costs anything.
 *
 * @param endpoint Its id.
 * @throws What `Documents` throws, such as `PUBLIC_URL_REQUIRED`.
 */
export function requireDocumentAddress(
  { documents, documentKinds }: Pick<CallParts, 'documents' | 'documentKinds'>,
  endpoint: string,
): void {
  if (documentKinds.get(endpoint)?.length) documents?.requireAddress?.()
}

/** The value of a document handle for one call. Issued documents are committed with the call, if and only if it answers. */
export function documentIssuer(
  document: DocumentHandle,
  { parts, documents, wallet, staging, call }: Issuing,
): Issue<Readonly<Record<string, unknown>>> {
  let count = 0
  return async (record) => {
    count += 1
    const id = documentId(call.reference, document.id, count)
    const { issued, kept } = await documents.prepare({ id, document, record, call })
    if (kept === null) return issued
    // An async result may issue the same document as its call.
    const expected = (await parts.records.get(ISSUED_DOCUMENTS, wallet, id))?.version ?? null
    const keepUntil = documentKeptUntil(parts, parts.clock.now())
    staging.record({ collection: ISSUED_DOCUMENTS, id, expected, state: STATE, value: kept, keys: [], keepUntil })
    return issued
  }
}
