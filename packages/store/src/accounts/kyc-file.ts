import type { Account, KycDocument, KycFile } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** The column of submitted documents. */
export const Documents = z
  .string()
  .transform((text) => z.array(z.object({ kind: z.string(), reference: z.string() })).parse(JSON.parse(text)))
const KycRow = z.object({
  documents: Documents,
  submitted_at: Moment.nullable(),
  decided_at: Moment.nullable(),
  reason: z.string().nullable(),
})

/** What becomes of a file: documents that were submitted, or a decision. Times are milliseconds since 1970. */
export type KycEntry =
  | { readonly documents: readonly KycDocument[]; readonly submittedAt: number }
  | { readonly decidedAt: number; readonly reason: string | null }

/** What was submitted of an account and decided, as far as there is anything. */
export async function readKycFile(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  { id, kyc }: Account,
): Promise<KycFile> {
  const found: unknown = await knex(table('kyc_file')).where({ account_id: id }).first()
  const row = found === undefined ? undefined : KycRow.parse(found)
  return {
    accountId: id,
    state: kyc,
    documents: row?.documents ?? [],
    submittedAt: row?.submitted_at ?? null,
    decidedAt: row?.decided_at ?? null,
    reason: row?.reason ?? null,
  }
}

/** Writes a submission, which ends what was decided before, or a decision. */
export async function writeKycFile(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { id, entry }: { readonly id: string; readonly entry: KycEntry },
): Promise<void> {
  const columns =
    'documents' in entry
      ? {
          documents: JSON.stringify(entry.documents),
          submitted_at: entry.submittedAt,
          ...{ decided_at: null, reason: null },
        }
      : { decided_at: entry.decidedAt, reason: entry.reason }
  await transaction(table('kyc_file'))
    .insert({ account_id: id, documents: '[]', ...columns })
    .onConflict('account_id')
    .merge(columns)
}
