import { type AskedPage, type KycSubmission, type Page, readCursor, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { Documents } from './kyc-file.ts'

const Row = z
  .object({ account_id: z.string(), name: z.string(), submitted_at: Moment, documents: Documents })
  .transform(
    (row): KycSubmission => ({
      ...{ accountId: row.account_id, accountName: row.name },
      ...{ submittedAt: row.submitted_at, documents: row.documents.length },
    }),
  )
const Place = z.tuple([z.number(), z.string()])

/** Submissions that wait for a decision, the oldest first. */
export async function pageSubmissions(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  { cursor, limit }: AskedPage,
): Promise<Page<KycSubmission>> {
  const query = knex({ file: table('kyc_file') })
    .join({ account: table('account') }, 'account.id', 'file.account_id')
    .whereNotNull('file.submitted_at')
    .whereNull('file.decided_at')
    .whereNot('account.status', 'closed')
    .orderBy(['file.submitted_at', 'file.account_id'])
    .limit(limit + 1)
    .select('file.account_id', 'file.submitted_at', 'file.documents', 'account.name')
  if (cursor !== null) query.whereRaw('(file.submitted_at, file.account_id) > (?, ?)', [...readCursor(cursor, Place)])
  const found = z.array(Row).parse(await query)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next = found.length > limit && last ? writeCursor([last.submittedAt.getTime(), last.accountId]) : null
  return { items, next }
}
