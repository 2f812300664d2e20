import { type AnalyticsQuery, type LatencyCount, latencyBucket, micro, type UsageCounts } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { inSnapshot, type Snapshot } from '../connection/snapshot.ts'
import { storeErrors } from '../error-codes.ts'
import { DAY_SQL, startOfDay } from '../usage/indian-days.ts'
import { addPacked, type Latencies } from './packed-latencies.ts'

const DAY_MS = 86_400_000
/** So many rows that no roll-up has yet are quicker read one after the other than looked up by account. */
const FEW = 50_000

const End = {
  group: z.union([z.string(), z.number()]),
  ...{ outcome: z.enum(['answer', 'none', 'failed', 'refused', 'replay']), code: z.string() },
  ...{ calls: Counted, charged: Counted },
}
const EndRow = z.object(End)
const TailRow = z.object({ ...End, latency_ms: Counted })
const LatencyRow = z.object({ group: End.group, buckets: z.string() })
const BehindRow = z.object({ through_id: Counted, last_id: z.union([Counted, z.null()]) })

/**
 * Counts of an account: from the roll-ups, and from the rows after them, both as of one moment.
 *
 * @param query Days that exist, the first not after the last.
 * @throws `ACCOUNT_NOT_FOUND`
 */
export const readCounts = (database: Database, query: AnalyticsQuery): Promise<UsageCounts> =>
  inSnapshot(database, async (snapshot) => {
    const behind = await readBehind(snapshot)
    const rolledUp = z.array(EndRow).parse(await readRows(snapshot, rolledUpSql(snapshot, query)))
    if (rolledUp.length === 0) await requireWallet(snapshot, query)
    const packed = z.array(LatencyRow).parse(await readRows(snapshot, latencySql(snapshot, query)))
    const tail = z.array(TailRow).parse(await readRows(snapshot, tailSql(snapshot, query, behind)))
    return {
      counts: [...rolledUp, ...tail].map(({ group, outcome, code, calls, charged }) => {
        return {
          group: groupOf(query, group),
          outcome,
          code: code === '' ? null : code,
          calls,
          charged: micro(charged),
        }
      }),
      latencies: [
        ...packed.flatMap(({ group, buckets }) => unpacked(groupOf(query, group), buckets)),
        ...tail.map(({ group, latency_ms, calls }) => {
          return { group: groupOf(query, group), bucket: latencyBucket(latency_ms), calls }
        }),
      ],
    }
  })

const groupOf = ({ by }: AnalyticsQuery, group: string | number): string =>
  by === 'day' ? textOfDay(Number(group)) : String(group)

/** @param packed Of one or several histograms. */
function unpacked(group: string, packed: string): readonly LatencyCount[] {
  const latencies: Latencies = new Map()
  addPacked(latencies, packed)
  return [...latencies].map(([bucket, calls]) => ({ group, bucket, calls }))
}

async function requireWallet({ transaction, table }: Snapshot, query: AnalyticsQuery): Promise<void> {
  const { accountId, environment } = query
  const row: unknown = await transaction(table('wallet')).where({ account_id: accountId, environment }).first('version')
  if (row === undefined) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
}

interface Sql {
  readonly text: string
  readonly bindings: readonly (string | number)[]
}

async function readRows({ transaction, dialect }: Snapshot, { text, bindings }: Sql): Promise<unknown> {
  const found: unknown = await transaction.raw(text, bindings)
  return dialect === 'pg' ? z.object({ rows: z.unknown() }).parse(found).rows : found
}

/** Days since 1970. */
const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const textOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

const groupSql = (by: AnalyticsQuery['by'], day: string): string =>
  ({ total: `''`, endpoint: 'endpoint', key: 'key_id', day })[by]

function filters(query: AnalyticsQuery): Sql {
  const given = [
    ['account_id', query.accountId],
    ['environment', query.environment],
    ['endpoint', query.endpoint],
    ['key_id', query.keyId],
  ] as const
  const set = given.flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))
  return { text: set.map(([column]) => `${column} = ?`).join(' and '), bindings: set.map(([, value]) => value) }
}

/** Of days that are rolled up. */
function wanted(query: AnalyticsQuery): Sql {
  const { text, bindings } = filters(query)
  const days = [dayOf(query.from), dayOf(query.until)]
  return { text: `${text} and day >= ? and day <= ?`, bindings: [...bindings, ...days] }
}

function rolledUpSql({ table }: Snapshot, query: AnalyticsQuery): Sql {
  const { text, bindings } = wanted(query)
  const group = groupSql(query.by, 'day')
  return {
    text: `select ${group} as "group", outcome, code, sum(calls) as calls, sum(charged) as charged
      from ${table('usage_roll_up')} where ${text} group by ${query.by === 'total' ? '' : `${group}, `}outcome, code`,
    bindings,
  }
}

/** The histograms of a group behind each other: they are added up as they are read. */
function latencySql({ dialect, table }: Snapshot, query: AnalyticsQuery): Sql {
  const { text, bindings } = wanted(query)
  const group = groupSql(query.by, 'day')
  const together = dialect === 'pg' ? `string_agg(buckets, ' ')` : `group_concat(buckets, ' ')`
  return {
    text: `select ${group} as "group", ${together} as buckets from ${table('usage_latency')} where ${text}
      group by ${query.by === 'total' ? `account_id` : group}`,
    bindings,
  }
}

/** Where roll-ups end, and whether few rows are behind that. */
interface Behind {
  readonly through: number
  readonly few: boolean
}

/** One round trip on PostgreSQL, which is told besides to look rows up, whatever it believes of a month that has just begun. */
async function readBehind({ transaction, dialect, table }: Snapshot): Promise<Behind> {
  if (dialect === 'pg') await transaction.raw('set local enable_seqscan = off')
  const last =
    dialect === 'pg' ? `select last_value from ${table('usage_id_seq')}` : `select max(id) from ${table('usage')}`
  const row: unknown = await transaction(table('usage_rolled_up'))
    .where({ id: 1 })
    .first('through_id', transaction.raw(`(${last}) as last_id`))
  const { through_id: through, last_id } = BehindRow.parse(row)
  return { through, few: (last_id ?? 0) - through <= FEW }
}

/**
 * Rows that no roll-up has yet. Where they are few they are all read by their ids: an account may have a million rows in the days that are
 * asked for, which the index by account and time would walk through.
 */
function tailSql(snapshot: Snapshot, query: AnalyticsQuery, behind: Behind): Sql {
  const { text, bindings } = filters(query)
  const group = groupSql(query.by, DAY_SQL)
  const [from, until] = [startOfDay(dayOf(query.from)), startOfDay(dayOf(query.until) + 1)]
  const byId = behind.few && snapshot.dialect === 'sqlite3' ? ' not indexed' : ''
  // No index of PostgreSQL begins with an expression.
  const account = behind.few && snapshot.dialect === 'pg' ? text.replace('account_id =', "account_id || '' =") : text
  return {
    text: `select ${group} as "group", outcome, coalesce(code, '') as code, latency_ms, sum(calls) as calls,
        sum(charged) as charged
      from ${snapshot.table('usage')}${byId} where ${account} and at >= ? and at < ? and id > ?
      group by ${query.by === 'total' ? '' : `${group}, `}outcome, coalesce(code, ''), latency_ms`,
    bindings: [...bindings, from, until, behind.through],
  }
}
