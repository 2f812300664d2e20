import { type AskedPage, type FailedJob, type Page, readCursor, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { Counted, EnvironmentColumn } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const Row = z
  .object({
    ...{ id: z.string(), name: z.string(), account_id: z.string().nullable() },
    environment: EnvironmentColumn.nullable(),
    ...{ run_at: Counted, attempt: Counted, error: z.string().nullable() },
  })
  .transform(
    ({ account_id: accountId, run_at: runAt, attempt: attempts, ...row }): FailedJob => ({
      ...{ ...row, accountId, runAt, attempts },
    }),
  )
const Place = z.tuple([z.number(), z.string()])

/** Jobs that were given up, the one that was due first first. */
export async function pageFailed(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  { cursor, limit }: AskedPage,
): Promise<Page<FailedJob>> {
  const query = knex(table('job'))
    .where({ state: 'failed' })
    .orderBy(['run_at', 'id'])
    .limit(limit + 1)
  if (cursor !== null) query.whereRaw('(run_at, id) > (?, ?)', [...readCursor(cursor, Place)])
  const found = z.array(Row).parse(await query)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last ? writeCursor([last.runAt, last.id]) : null }
}
