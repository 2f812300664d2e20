import { coreErrors, KYC_FILE_PREFIX, KYC_FILE_TYPES, type KycDocument } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** A row without the bytes of its file. */
export const KycUploadRow = z.object({
  ...{ id: z.string(), account_id: z.string(), kind: z.string(), type: z.enum(KYC_FILE_TYPES), size: Counted },
  ...{ state: z.enum(['uploaded', 'submitted', 'decided']), uploaded_at: Moment, name: Bytes },
})
export type KycUploadRow = z.output<typeof KycUploadRow>
/** The columns of such a row. */
export const KYC_UPLOAD_COLUMNS = Object.keys(KycUploadRow.shape)

/** Where the name and the bytes of a file belong. */
export const placesOfUpload = ({ id, accountId }: { readonly id: string; readonly accountId: string }) => ({
  name: { table: 'kyc_upload', accountId, row: `${id}/name` } as const,
  bytes: { table: 'kyc_upload', accountId, row: `${id}/bytes` } as const,
})

/** What a submission or a decision means for the files of an account, in its transaction. */
export interface UploadsOf {
  readonly accountId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Marks the files that a submission names, and frees those of the one before.
 *
 * @throws `KYC_DOCUMENTS_INVALID` where one is not there, or another account's.
 */
export async function submitUploads(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { accountId, at, documents }: UploadsOf & { readonly documents: readonly KycDocument[] },
): Promise<void> {
  const named = documents.map(({ reference }) => reference).filter((one) => one.startsWith(KYC_FILE_PREFIX))
  const uploads = () => transaction(table('kyc_upload')).where({ account_id: accountId })
  const found = z.array(z.object({ id: z.string() })).parse(await uploads().whereIn('id', named).select('id'))
  const missing = documents.findIndex(
    ({ reference }) => named.includes(reference) && !found.some(({ id }) => id === reference),
  )
  if (missing >= 0)
    throw coreErrors.error('KYC_DOCUMENTS_INVALID', { detail: `the file of number ${missing + 1} is not there` })
  await uploads().where({ state: 'submitted' }).update({ state: 'uploaded', state_since: at })
  await uploads().whereIn('id', named).update({ state: 'submitted', state_since: at })
}

/** From a decision on nobody needs the files that were submitted. */
export async function decideUploads(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { accountId, at }: UploadsOf,
): Promise<void> {
  await transaction(table('kyc_upload'))
    .where({ account_id: accountId, state: 'submitted' })
    .update({ state: 'decided', state_since: at })
}
