import { coreErrors } from '../error-codes.ts'
import { token } from '../token.ts'

/** The media types of files of KYC documents. */
export const KYC_FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type KycFileType = (typeof KYC_FILE_TYPES)[number]
/** The largest file of a KYC document. */
export const MOST_KYC_FILE_BYTES = 5 * 1_024 * 1_024
/** The largest number of files of one account. */
export const MOST_KYC_FILES = 20
/** Begins the ids of files, and so the references of documents that are uploaded. */
export const KYC_FILE_PREFIX = 'kycfile_'

/** A file of a KYC document, without its bytes. */
export interface KycUpload {
  readonly id: string
  readonly accountId: string
  /** Of the document, such as `pan-card`. */
  readonly kind: string
  /** As the account called it; kept encrypted, for people put identity numbers there. */
  readonly name: string
  readonly type: KycFileType
  readonly sizeBytes: number
  /** `uploaded`: no submission names it; `submitted`: it waits for a decision; `decided`: it had one. */
  readonly state: 'uploaded' | 'submitted' | 'decided'
  readonly uploadedAt: Date
}
/** A file that is uploaded. */
export interface NewKycUpload {
  readonly accountId: string
  readonly kind: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly actor: string
}
/** Which file of an account, and who asks. */
export interface KycUploadTarget {
  readonly accountId: string
  readonly id: string
  readonly actor: string
}
/**
 * Files of KYC documents, encrypted. A file belongs to one account, and is erased a while after the decision, or after its upload where it was never
 * submitted. Each upload, view and erasure is in the audit log.
 */
export interface KycUploads {
  /**
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, `KYC_DOCUMENTS_INVALID` for its kind, `KYC_FILE_INVALID`, `KYC_FILE_TOO_LARGE`,
   *   `KYC_FILES_TOO_MANY`
   */
  add(file: NewKycUpload): Promise<KycUpload>
  /** The oldest first. */
  list(accountId: string): Promise<readonly KycUpload[]>
  /** The bytes, as they were uploaded, after the view is in the audit log. @throws `KYC_FILE_NOT_FOUND` */
  view(target: KycUploadTarget): Promise<{ readonly file: KycUpload; readonly bytes: Uint8Array }>
  /** Erases a file that no submission waits with. @throws `KYC_FILE_NOT_FOUND`, `KYC_FILE_IN_USE` */
  discard(target: KycUploadTarget): Promise<void>
  /** Erases files that nobody has needed since before a time (ms since 1970). @returns How many. */
  purge(before: number): Promise<number>
}
/** The files of KYC documents of a server. */
export const KycUploads = token<KycUploads>('core.kyc-uploads')

const SIGNATURES: readonly (readonly [type: KycFileType, begins: readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
]

/**
 * The type of a file by its first bytes, whatever it is called. What follows them is not looked into.
 *
 * @throws `KYC_FILE_INVALID`, `KYC_FILE_TOO_LARGE`
 */
export function kycFileType(bytes: Uint8Array): KycFileType {
  if (bytes.length > MOST_KYC_FILE_BYTES) throw coreErrors.error('KYC_FILE_TOO_LARGE', { bytes: bytes.length })
  const found = SIGNATURES.find(([, begins]) => begins.every((byte, at) => bytes[at] === byte))
  if (!found)
    throw coreErrors.error('KYC_FILE_INVALID', { detail: bytes.length === 0 ? 'is empty' : 'is of another type' })
  return found[0]
}
