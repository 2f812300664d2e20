import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { haveEnded } from '../connection/transactions-ended.ts'

/** Entries beside a cut that are looked at for postings that it would divide. */
const BESIDE = 5_000

/**
 * An id at and below which no entry will ever appear any more. On PostgreSQL a lower id may commit later: so the highest visible id
 * is taken, then a transaction number, and then it is waited until every transaction with a lower number has ended. Whoever drew a
 * lower id had a lower number by then, because a batch locks wallets before it writes entries. SQLite has one writer at a time.
 *
 * @returns Null where a transaction does not end: to be asked again later.
 */
export async function stableId({ knex, dialect, table }: Database): Promise<number | null> {
  if (dialect === 'sqlite3') return await highest({ knex, table })
  const { rows } = await knex.raw(
    'select coalesce(max(id), 0)::text as id, pg_current_xact_id()::text as number from ??',
    [table('ledger_entry')],
  )
  const [asked] = z.array(z.object({ id: Counted, number: z.string() })).parse(rows)
  if (!asked) return null
  return (await haveEnded(knex, BigInt(asked.number))) ? asked.id : null
}

const Row = z.object({ id: Counted, transaction_id: z.string(), kind: z.string(), environment: z.string() })
type Row = z.output<typeof Row>
const keyOf = ({ transaction_id, kind, environment }: Row): string => `${kind}/${environment}/${transaction_id}`

/**
 * The highest id at or below a stable one that divides no posting: lanes write their entries side by side, so the ids of two
 * postings may alternate.
 *
 * @returns Null where there is none among the entries looked at.
 */
async function cutAt(
  database: Pick<Database, 'knex' | 'table' | 'dialect'>,
  candidate: number,
): Promise<number | null> {
  return (await divides(database, candidate)) ? await cutBelow(database, candidate) : await highest(database, candidate)
}

/**
 * Where the next piece of the ledger ends: at the first cut that is some ids further on, at least. Ids that no entry has, as after a large
 * batch that was rolled back, are passed over.
 *
 * @param last A stable id, or the highest one of a snapshot.
 * @param ids How many ids a piece spans.
 * @returns Null where there is no cut up to `last` yet.
 */
export async function nextCut(
  database: Pick<Database, 'knex' | 'table' | 'dialect'>,
  { after, last, ids }: { readonly after: number; readonly last: number; readonly ids: number },
): Promise<number | null> {
  for (let candidate = after; candidate < last; ) {
    candidate = Math.min(candidate + ids, last)
    const cut = await cutAt(database, candidate)
    if (cut !== null && cut > after) return cut
  }
  return null
}

type Named = Pick<Database, 'knex' | 'table'>

/** Whether a posting has entries on both sides of an id: asked in the database, since almost none has, and ten thousand rows are slow to read. */
async function divides(
  { knex, table, dialect }: Pick<Database, 'knex' | 'table' | 'dialect'>,
  id: number,
): Promise<boolean> {
  const side = (where: string): string =>
    `(select transaction_id, kind, environment from ${table('ledger_entry')} where id ${where} limit ${BESIDE})`
  const sql = `select 1 as found from ${side('<= ? order by id desc')} below
    join ${side('> ? order by id')} above on above.transaction_id = below.transaction_id
      and above.kind = below.kind and above.environment = below.environment limit 1`
  const found: unknown = await knex.raw(sql, [id, id])
  const rows: unknown = dialect === 'pg' ? z.object({ rows: z.unknown() }).parse(found).rows : found
  return z.array(z.unknown()).parse(rows).length > 0
}

/** The highest id of an entry, at or below one where it is given; 0: there is none. */
async function highest({ knex, table }: Named, id = Number.MAX_SAFE_INTEGER): Promise<number> {
  const row: unknown = await knex(table('ledger_entry')).where('id', '<=', id).max({ id: 'id' }).first()
  return z.object({ id: z.union([Counted, z.null()]) }).parse(row).id ?? 0
}

async function cutBelow({ knex, table }: Named, candidate: number): Promise<number | null> {
  const columns = ['id', 'transaction_id', 'kind', 'environment']
  const entries = (): Knex.QueryBuilder => knex(table('ledger_entry')).select(columns).limit(BESIDE)
  const below = z.array(Row).parse(await entries().where('id', '<=', candidate).orderBy('id', 'desc'))
  const above = z.array(Row).parse(await entries().where('id', '>', candidate).orderBy('id'))
  const first = new Map<string, number>()
  for (const row of below) first.set(keyOf(row), row.id)
  // Downwards: what begins at or below the cut and goes on above it is divided by it.
  const divided = new Set(above.map(keyOf).filter((key) => first.has(key)))
  for (const row of below) {
    if (divided.size === 0) return row.id
    const key = keyOf(row)
    if (first.get(key) === row.id) divided.delete(key)
    else divided.add(key)
  }
  return divided.size === 0 && below.length < BESIDE ? 0 : null
}
