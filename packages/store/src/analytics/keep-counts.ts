import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import type { CountedRows, LatencyKey } from './count-rows.ts'
import { addPacked, packLatencies } from './packed-latencies.ts'

const KEY = ['account_id', 'environment', 'day', 'endpoint', 'key_id'] as const
const Packed = z.object({ place: z.coerce.number(), buckets: z.string() })

type Named = Pick<Database, 'dialect' | 'table'>

/** The fields of a JSON list of lists, each with its type. */
const field = (type: string, place: number): string =>
  type === 'text' ? `value->>${place}` : `cast(value->>${place} as ${type})`
const fields = (types: readonly string[]): string => types.map(field).join(', ')
const KEY_TYPES = ['text', 'text', 'integer', 'text', 'text'] as const
const lists = ({ dialect }: Named): string =>
  dialect === 'pg' ? 'jsonb_array_elements(?::jsonb) as value' : 'json_each(?)'

/** Adds counts to what is there. */
export async function addCounts(
  transaction: Knex.Transaction,
  named: Named,
  counts: CountedRows['counts'],
): Promise<void> {
  if (counts.length === 0) return
  const name = named.table('usage_roll_up')
  await transaction.raw(
    `insert into ${name} (${KEY.join(', ')}, outcome, code, calls, charged)
      select ${fields([...KEY_TYPES, 'text', 'text', 'bigint', 'bigint'])} from ${lists(named)} where true
      on conflict (${KEY.join(', ')}, outcome, code) do update set
        calls = ${name}.calls + excluded.calls, charged = ${name}.charged + excluded.charged`,
    [JSON.stringify(counts)],
  )
}

/** Adds histograms to those that are there. Nobody else does meanwhile: the id up to which rows are counted was moved in this transaction. */
export async function addLatencies(
  transaction: Knex.Transaction,
  named: Named,
  latencies: CountedRows['latencies'],
): Promise<void> {
  if (latencies.length === 0) return
  const before = await readPacked(
    transaction,
    named,
    latencies.map(({ key }) => key),
  )
  const rows = latencies.map(({ key, latencies: added }, place) => {
    const together = new Map(added)
    addPacked(together, before.get(place) ?? '')
    return [...key, packLatencies(together)]
  })
  await transaction.raw(
    `insert into ${named.table('usage_latency')} (${KEY.join(', ')}, buckets)
      select ${fields([...KEY_TYPES, 'text'])} from ${lists(named)} where true
      on conflict (${KEY.join(', ')}) do update set buckets = excluded.buckets`,
    [JSON.stringify(rows)],
  )
}

/** Histograms by the place of their key in the list. */
async function readPacked(
  transaction: Knex.Transaction,
  named: Named,
  keys: readonly LatencyKey[],
): Promise<ReadonlyMap<number, string>> {
  const asked = keys.map((key, place) => [...key, place])
  const same = KEY.map((column, place) => `l.${column} = asked.k${place}`).join(' and ')
  const columns = KEY_TYPES.map((type, place) => `${field(type, place)} as k${place}`)
  const found: unknown = await transaction.raw(
    `select asked.place as place, l.buckets as buckets
      from (select ${columns.join(', ')}, value->>${KEY.length} as place from ${lists(named)}) as asked
      join ${named.table('usage_latency')} l on ${same}`,
    [JSON.stringify(asked)],
  )
  const rows =
    named.dialect === 'pg' ? z.object({ rows: z.array(Packed) }).parse(found).rows : z.array(Packed).parse(found)
  return new Map(rows.map(({ place, buckets }) => [place, buckets]))
}
