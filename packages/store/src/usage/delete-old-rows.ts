import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/** Rows of one short transaction: SQLite's write lock is held for a few milliseconds. */
const PAGE = 500
/** Between two transactions, so that writers of other processes come in between. */
const PAUSE_MS = 5

/**
 * Deletes the rows of a table that are older than a time, oldest first, in short transactions. Rows are numbered as they are
 * written, so the first page without an old row is the end.
 *
 * @param name The table, with its prefix.
 * @param before Milliseconds since 1970.
 * @returns How many rows were deleted.
 */
export async function deleteOldRows(database: Database, name: string, before: number): Promise<number> {
  let deleted = 0
  for (let after = (await oldestId(database, name)) - 1; Number.isFinite(after); ) {
    const { last, old } = await readPage(database.knex(name), after, before)
    if (old === 0) break
    const page = [after, last] as const
    deleted += await database.write((transaction) =>
      transaction(name).where('id', '>', page[0]).where('id', '<=', page[1]).where('at', '<', before).delete(),
    )
    after = last
    await sleep(PAUSE_MS)
  }
  return deleted
}

/** Infinity where there is none. */
async function oldestId({ knex }: Database, name: string): Promise<number> {
  const row: { id?: number | string | null } | undefined = await knex(name).min({ id: 'id' }).first()
  return row?.id === null || row?.id === undefined ? Number.POSITIVE_INFINITY : Number(row.id)
}

/** The last id of the page that follows, and how many of its rows are old. */
async function readPage(
  rows: Knex.QueryBuilder,
  after: number,
  before: number,
): Promise<{ readonly last: number; readonly old: number }> {
  const page: readonly { id: number | string; at: number | string }[] = await rows
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .select('id', 'at')
  const old = page.filter(({ at }) => Number(at) < before).length
  return { last: Number(page.at(-1)?.id ?? after), old }
}
