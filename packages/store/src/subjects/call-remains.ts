import type { Environment } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** A call whose remains are looked for. */
export interface CallPlace {
  readonly accountId: string
  readonly environment: Environment
  readonly reference: string
}

const RecordRow = z
  .object({ position: Counted, collection: z.string(), id: z.string(), value: Bytes })
  .transform(({ position, collection, id, value }) => ({ position, collection, id, value }))
/** A record of a call. */
export type RemainingRecord = z.output<typeof RecordRow>
const Collection = z.array(z.object({ collection: z.string() }))

type Tables = Pick<Database, 'dialect' | 'table'>

/** The collections of a wallet, each by one look at an index. */
export async function collectionsOf(
  knex: Knex,
  { dialect, table }: Tables,
  { accountId, environment }: Omit<CallPlace, 'reference'>,
): Promise<readonly string[]> {
  const next = (after: string) =>
    `(select min(collection) from ${table('record')} where account_id = :accountId and environment = :environment ${after})`
  const rows: unknown = await knex.raw(
    `with recursive known (collection) as (
      select ${next('')}
      union all select ${next('and collection > known.collection')} from known where known.collection is not null)
    select collection from known where collection is not null`,
    { accountId, environment },
  )
  const found = dialect === 'pg' ? z.object({ rows: Collection }).parse(rows).rows : Collection.parse(rows)
  return found.map(({ collection }) => collection)
}

/** After every id that begins with a reference, in the order of any database. */
const LAST = 'zzzzzzzz'

/** The records of a call: those whose id is its reference, or begins with it and a dot, as documents have it. */
export async function recordsOf(
  knex: Knex,
  { table }: Tables,
  { call: { accountId, environment, reference }, collections }: RecordsWanted,
): Promise<readonly RemainingRecord[]> {
  if (collections.length === 0) return []
  const rows = await knex(table('record'))
    .where({ account_id: accountId, environment })
    .whereIn('collection', collections)
    .whereBetween('id', [reference, `${reference}${LAST}`])
    .select('position', 'collection', 'id', 'value')
  return z
    .array(RecordRow)
    .parse(rows)
    .filter(({ id }) => id === reference || id.startsWith(`${reference}.`))
}
interface RecordsWanted {
  readonly call: CallPlace
  /** Those of its wallet. */
  readonly collections: readonly string[]
}

const EventRow = z.object({ id: z.string(), data: z.string() })

/** The events of a wallet, since a time, that name one of these calls. */
export async function eventsOf(
  knex: Knex,
  { table }: Tables,
  calls: readonly (CallPlace & { readonly at: number })[],
): Promise<readonly { readonly id: string; readonly reference: string }[]> {
  const [first] = calls
  if (!first) return []
  const { accountId, environment } = first
  const rows = await knex(table('outbox'))
    .where({ account_id: accountId, environment })
    .where('at', '>=', Math.min(...calls.map(({ at }) => at)))
    .where((named) => {
      for (const { reference } of calls) named.orWhere('data', 'like', `%${reference}%`)
    })
    .select('id', 'data')
  return z
    .array(EventRow)
    .parse(rows)
    .flatMap(({ id, data }) => {
      const call = calls.find(({ reference }) => data.includes(reference))
      return call ? [{ id, reference: call.reference }] : []
    })
}
