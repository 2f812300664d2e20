import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import type { CopiedRow } from './row-digest.ts'

/** Rows of one statement: their values stay below the 32,766 parameters of SQLite. */
const ROWS = 500
const ROW_NUMBER = 'copied_rowid'

const Rows = z.array(z.record(z.string(), z.unknown()))

/** All rows of a table in one transaction, some at a time. */
export async function* readRows(
  { dialect, table }: Pick<Database, 'dialect' | 'table'>,
  transaction: Knex,
  name: string,
): AsyncGenerator<readonly CopiedRow[]> {
  if (dialect === 'pg') return yield* byCursor(transaction, table(name))
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const query = transaction(table(name))
      .select('*', { [ROW_NUMBER]: 'rowid' })
      .where('rowid', '>', after)
    const rows = Rows.parse(await query.orderBy('rowid').limit(ROWS))
    const last = rows.at(-1)
    if (last === undefined) return
    after = Number(last[ROW_NUMBER])
    yield rows.map(({ [ROW_NUMBER]: _, ...row }) => row)
  }
}

async function* byCursor(transaction: Knex, table: string): AsyncGenerator<readonly CopiedRow[]> {
  await transaction.raw('declare copied_rows no scroll cursor for select * from ??', [table])
  for (;;) {
    const { rows }: { rows: unknown } = await transaction.raw(`fetch ${ROWS} from copied_rows`)
    const read = Rows.parse(rows)
    if (read.length === 0) break
    yield read
  }
  await transaction.raw('close copied_rows')
}
