import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import type { CopiedRow } from './row-digest.ts'

/** Rows of one statement: their values stay below the 32,766 parameters of SQLite. */
const ROWS = 500
const ROW_NUMBER = 'copied_rowid'

const KeyValues = z.array(z.union([z.string(), z.number()]))
const Rows = z.array(z.record(z.string(), z.unknown()))

/** All rows of a table in one transaction, some at a time. */
export async function* readRows(
  { dialect, table }: Pick<Database, 'dialect' | 'table'>,
  transaction: Knex,
  name: string,
): AsyncGenerator<readonly CopiedRow[]> {
  if (dialect === 'pg') return yield* byCursor(transaction, table(name))
  const keys = await keysWithoutRowid(transaction, table(name))
  if (keys.length > 0) return yield* byKeys(transaction, table(name), keys)
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

/** The primary key of a table that has no row numbers; empty where it has. */
async function keysWithoutRowid(transaction: Knex, table: string): Promise<readonly string[]> {
  const columns: unknown = await transaction.raw(
    'select c.name from pragma_table_list(?) t join pragma_table_info(?) c where t.wr = 1 and c.pk > 0 order by c.pk',
    [table, table],
  )
  return z
    .array(z.object({ name: z.string() }))
    .parse(columns)
    .map(({ name }) => name)
}

async function* byKeys(
  transaction: Knex,
  table: string,
  keys: readonly string[],
): AsyncGenerator<readonly CopiedRow[]> {
  const names = keys.map(() => '??').join(', ')
  const values = keys.map(() => '?').join(', ')
  let after: readonly (string | number)[] = []
  for (;;) {
    const query = transaction(table)
      .select('*')
      .orderBy([...keys])
      .limit(ROWS)
    if (after.length > 0) query.whereRaw(`(${names}) > (${values})`, [...keys, ...after])
    const rows = Rows.parse(await query)
    const last = rows.at(-1)
    if (last === undefined) return
    after = KeyValues.parse(keys.map((key) => last[key]))
    yield rows
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
