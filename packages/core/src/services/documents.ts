import type * as z from 'zod'
import type { DocumentDefinition, Handle, IssuedDocument } from '../handles.ts'
import type { Call, Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The collection of issued documents: records of the account that paid. */
export const ISSUED_DOCUMENTS = 'core.documents'

/** A document as a plugin describes it. */
export type DocumentHandle = Handle<unknown, DocumentDefinition<z.ZodObject>>

/** A document to be issued. */
export interface DocumentRequest {
  /** Unique in the account and environment, and the same when the handler of this call runs again. */
  readonly id: string
  readonly document: DocumentHandle
  /** The record of the definition. */
  readonly record: Readonly<Record<string, unknown>>
  readonly call: Call
}
/** A document that is issued once its call answers. */
export interface PreparedDocument {
  /** For the endpoint's data. */
  readonly issued: IssuedDocument
  /**
   * JSON that the host keeps, encrypted, in `ISSUED_DOCUMENTS` under the id that was given: with the commit of the call, if and only
   * if it answers, until the retention of its request id ends. Null: there is nothing to keep.
   */
  readonly kept: string | null
}
/** A document that may be fetched. */
export interface FoundDocument {
  readonly kind: 'found'
  /** Its entity tag, in quotes: changes whenever the drawn content would change. Computed without drawing it. */
  readonly etag: string
  readonly fileName: string
  /** Draws it. The bytes are shared and must not be changed. Null: too many documents are being drawn; retry after a second. */
  pdf(): Promise<Uint8Array | null>
}
/** The document of a URL. `expired`: the URL was valid once. `invalid`: this host did not issue it. */
export type OpenedDocument = FoundDocument | { readonly kind: 'expired' | 'invalid' }
/** What the verification of a document shows: nothing about the person. */
export interface VerifiedDocument {
  /** Printed on it: the reference of its call. */
  readonly number: string
  readonly title: string
  readonly environment: Environment
  readonly issuedAt: Date
  /** Printed on it: 16 hexadecimal digits. */
  readonly fingerprint: string
}

/**
 * Issues documents, and finds them by URL or code. A plugin that needs this service is refused at start if the host has none
 * (`NOT_INSTALLED`).
 */
export interface Documents {
  /**
   * Called before a call that issues documents is admitted: throws if documents could not be downloaded, so that nothing is held and no
   * source is asked. Absent: always possible.
   */
  requireAddress?(): void
  /** Prepares a document. Nothing is written here: a handler may run again, or end without an answer. */
  prepare(request: DocumentRequest): Promise<PreparedDocument>
  /**
   * Restarts the lifetime of a document whose call is replayed, or that a later call returns again. A longer lifetime is not shortened.
   *
   * @param kept The stored data that `prepare` returned.
   * @param options `forSeconds`: how long it lives from now, in whole seconds; as long as at first unless given.
   * @returns The data to store; null: unchanged.
   */
  renew(kept: string, options?: { readonly forSeconds?: number }): string | null
  /** The document of the last part of a URL that `prepare` made, in any process. */
  open(token: string): Promise<OpenedDocument>
  /** The document of a printed code, however old; null: this host did not issue it. */
  verify(mark: string): VerifiedDocument | null
}
/** The documents of a server. */
export const Documents = token<Documents>('core.documents', { broughtBy: '@parakh/documents' })
