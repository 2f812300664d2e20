import type { Loaded } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'

/** Rows in one transaction: some milliseconds, so that a server beside hardly waits. */
const BATCH_ROWS = 1000

/** A record to be loaded. */
interface SharedRow {
  readonly id: string
  /** JSON. */
  readonly value: string
}
/** Where records are loaded into. */
interface SharedLoad {
  readonly database: Database
  readonly collection: string
  /** Milliseconds since 1970. */
  now(): number
}

const Kept = z.array(z.object({ id: z.string(), value: z.string() }))

/**
 * Adds or replaces shared records in short transactions. Loading the same again writes nothing.
 *
 * @param progress Told after each batch how many rows were gone through.
 */
export async function loadShared(
  load: SharedLoad,
  rows: AsyncIterable<SharedRow>,
  progress: (done: number) => void = () => undefined,
): Promise<Loaded> {
  const total = { added: 0, changed: 0, unchanged: 0 }
  for await (const batch of batchesOf(rows)) {
    const { added, changed, unchanged } = await loadBatch(load, batch)
    total.added += added
    total.changed += changed
    total.unchanged += unchanged
    progress(total.added + total.changed + total.unchanged)
  }
  return total
}

async function* batchesOf(rows: AsyncIterable<SharedRow>): AsyncGenerator<readonly SharedRow[]> {
  let batch: SharedRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function loadBatch(load: SharedLoad, batch: readonly SharedRow[]): Promise<Loaded> {
  const { database, collection } = load
  // What is there already is found without a lock.
  const seen = compare(batch, await readKept(database.knex, load, batch))
  if (seen.write.size === 0) return seen.loaded
  return await database.write(async (transaction) => {
    if (database.dialect === 'pg')
      await transaction.raw('select pg_advisory_xact_lock(hashtext(?))', [
        `${database.table('shared_record')}/${collection}`,
      ])
    const { loaded, write } = compare(batch, await readKept(transaction, load, batch))
    await upsert(transaction, load, write)
    return loaded
  })
}

async function readKept(knex: Knex, { database, collection }: SharedLoad, batch: readonly SharedRow[]) {
  const rows: unknown = await knex(database.table('shared_record'))
    .where({ collection })
    .whereIn(
      'id',
      batch.map(({ id }) => id),
    )
    .select('id', 'value')
  return Kept.parse(rows)
}

/** Counts a batch in its order, so that an id that comes twice is added once and then changed or unchanged. */
function compare(batch: readonly SharedRow[], kept: readonly SharedRow[]) {
  const values = new Map(kept.map(({ id, value }) => [id, value]))
  const write = new Map<string, string>()
  const loaded = { added: 0, changed: 0, unchanged: 0 }
  for (const { id, value } of batch) {
    const before = values.get(id)
    if (before === value) {
      loaded.unchanged++
      continue
    }
    if (before === undefined) loaded.added++
    else loaded.changed++
    values.set(id, value)
    write.set(id, value)
  }
  return { loaded, write }
}

/** One statement with two or three bindings, however many rows. */
async function upsert(
  transaction: Knex.Transaction,
  load: SharedLoad,
  rows: ReadonlyMap<string, string>,
): Promise<void> {
  const { database, collection } = load
  const now = load.now()
  const isPostgres = database.dialect === 'pg'
  const source = isPostgres
    ? 'select ?, row.id, row.value, 1, ?, ? from unnest(?::text[], ?::text[]) as row(id, value)'
    : "select ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1, ?, ? from json_each(?) where true"
  const values = isPostgres ? [[...rows.keys()], [...rows.values()]] : [JSON.stringify([...rows])]
  await transaction.raw(
    `insert into ?? as kept (collection, id, value, version, created_at, updated_at) ${source}
     on conflict (collection, id) do update
     set value = excluded.value, version = kept.version + 1, updated_at = excluded.updated_at`,
    [database.table('shared_record'), collection, now, now, ...values],
  )
}
