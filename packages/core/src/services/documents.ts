import type * as z from 'zod'
import type { DocumentDefinition, Handle, IssuedDocument } from '../handles.ts'
import type { Call, Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The collection in which a host keeps what was issued: records of the account that paid. */
export const ISSUED_DOCUMENTS = 'core.documents'

/** A document as a plugin describes it. */
export type DocumentHandle = Handle<unknown, DocumentDefinition<z.ZodObject>>

/** What is asked to be issued. */
export interface DocumentRequest {
  /** Unique in the account and environment, and the same when the handler of this call runs again. */
  readonly id: string
  readonly document: DocumentHandle
  /** What its definition calls the record. */
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
  /** Its entity tag, in quotes: another one wherever it would be drawn from something else. Known without drawing it. */
  readonly etag: string
  readonly fileName: string
  /** Draws it. Shared: not to be changed. Null where too many are being drawn; it may be asked for again in a second. */
  pdf(): Promise<Uint8Array | null>
}
/** What stands behind a document's URL. `expired`: it was good once. `invalid`: this host never made it. */
export type OpenedDocument = FoundDocument | { readonly kind: 'expired' | 'invalid' }
/** What a host says of a document that it issued: nothing of whom it is about. */
export interface VerifiedDocument {
  /** Printed on it: the reference of its call. */
  readonly number: string
  readonly title: string
  readonly environment: Environment
  readonly issuedAt: Date
  /** Printed on it: 16 hexadecimal digits. */
  readonly fingerprint: string
}

/** Issues documents, and opens them again. A plugin that needs one is refused at start where a host has none (`NOT_INSTALLED`). */
export interface Documents {
  /**
   * Asked before a call that issues documents is admitted: throws where nobody could fetch one. Then nothing is held, and no source asked.
   * Where it is left out they can always be fetched.
   */
  requireAddress?(): void
  /** Prepares a document. Nothing is written here: a handler may run again, or end without an answer. */
  prepare(request: DocumentRequest): Promise<PreparedDocument>
  /**
   * A document whose call is replayed, or that a later call hands on: its lifetime begins again. One that ends later stands.
   *
   * @param kept What `prepare` gave to keep.
   * @param options `forSeconds`: how long it lives from now, in whole seconds; as long as at first unless given.
   * @returns What is kept from now on; null: it may stay as it is.
   */
  renew(kept: string, options?: { readonly forSeconds?: number }): string | null
  /** What stands behind the last part of a URL that `prepare` made, in whatever process. */
  open(token: string): Promise<OpenedDocument>
  /** What the code on a document stands for, however long ago it was issued; null where this host did not issue it. */
  verify(mark: string): VerifiedDocument | null
}
/** The documents of a server. */
export const Documents = token<Documents>('core.documents')
