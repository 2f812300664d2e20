import { ANALYTICS_GROUPS, Analytics, type AnalyticsQuery, UsageRollUps } from '@parakh/analytics'
import { indianDay } from '@parakh/core/formats'
import { openHost } from '@parakh/server'
import { parakhConfig } from '../servers/parakh-config.ts'
import { load } from './load.ts'
import { type MeasuredServer, type Place, startMeasuredServer, withPostgres } from './measured-server.ts'
import { at } from './median.ts'
import { GROWN, seed } from './seed.ts'
import { circumstances, SECONDS } from './settings.ts'
import { milliseconds, table } from './table.ts'

const CONNECTIONS = 128
const QUERIES = 400
/** Asked before, and not counted: a process that has just begun is slower. */
const FIRST = 20
const DAY_MS = 86_400_000
const DAYS = 90

type Row = readonly (string | number)[]
interface Latencies {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
}

/** How soon figures of 90 days are answered from roll-ups, with and without rows that no roll-up has yet. */
export const analytics = (): Promise<string> =>
  withPostgres(async (postgres) => {
    const sqlite: MeasuredServer = { name: 'SQLite', server: 'parakh', source: 'upstream' }
    const rows = [await measure(sqlite), await measure({ ...sqlite, name: 'PostgreSQL', postgres })]
    const head = [
      ...['database', 'rows of usage', 'first roll-up, s', 'rows/s', 'p50 / p99 / longest ms'],
      ...['rows not rolled up', 'with them: p50 / p99 / longest ms'],
    ]
    return `${circumstances(`one process, ${QUERIES} queries over ${DAYS} days by each grouping.`)}\n\n${table(head, rows)}`
  })

async function measure(server: MeasuredServer): Promise<Row> {
  const place = await startMeasuredServer(server)
  await place.stop()
  await seed(place, GROWN)
  const taken = await withStore(place, async ({ rollUps }) => {
    const started = performance.now()
    const { rows, caughtUp } = await rollUps.advance()
    if (!caughtUp) throw new Error('the roll-ups did not catch up: nothing is measured')
    return { rows, seconds: (performance.now() - started) / 1000 }
  })
  const still = await withStore(place, ask)
  const running = await startMeasuredServer(server, place)
  await load(running, { connections: CONNECTIONS, seconds: SECONDS })
  await running.stop()
  const tail = await tailOf(place)
  const moving = await withStore(place, ask)
  await place.own.drop()
  const shown = ({ p50Ms, p99Ms, longestMs }: Latencies): string =>
    [p50Ms, p99Ms, longestMs].map(milliseconds).join(' / ')
  return [
    ...[server.name, GROWN.usageRows, Math.round(taken.seconds), Math.round(taken.rows / taken.seconds)],
    ...[shown(still), tail, shown(moving)],
  ]
}

type Opened = Place & { readonly rollUps: UsageRollUps; readonly figures: Analytics['figures'] }

async function withStore<T>(place: Place, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { own, secrets } = place
  const host = await openHost(parakhConfig({ database: own.database, secrets, source: 'upstream' }), { logger: false })
  try {
    const analyticsOf = host.get(Analytics)
    return await work({ ...place, rollUps: host.get(UsageRollUps), figures: (query) => analyticsOf.figures(query) })
  } finally {
    await host.stop()
  }
}

/** One caller after the other, by each grouping. */
async function ask({ own, figures }: Opened): Promise<Latencies> {
  const wallets: readonly { account_id: string; environment: AnalyticsQuery['environment'] }[] = await own
    .knex('parakh_api_key')
    .select('account_id', 'environment')
  const now = Date.now()
  const [from, until] = [now - (DAYS - 1) * DAY_MS, now].map((moment) => indianDay(new Date(moment)))
  const times = new Float64Array(QUERIES)
  for (let query = -FIRST; query < QUERIES; query += 1) {
    const place = query + FIRST
    const wallet = wallets[place % wallets.length]
    const by = ANALYTICS_GROUPS[place % ANALYTICS_GROUPS.length]
    if (!wallet || by === undefined || from === undefined || until === undefined) throw new RangeError('no callers')
    const asked = performance.now()
    const rows = await figures({ accountId: wallet.account_id, environment: wallet.environment, from, until, by })
    if (query >= 0) times[query] = performance.now() - asked
    if (rows.length === 0) throw new Error('a caller has no calls: nothing was measured')
  }
  times.sort()
  return { p50Ms: at(times, 0.5), p99Ms: at(times, 0.99), longestMs: times.at(-1) ?? Number.NaN }
}

async function tailOf({ own }: Place): Promise<number> {
  const row: { rows?: number | string } | undefined = await own
    .knex('parakh_usage')
    .where('id', '>', own.knex('parakh_analytics_rolled_up').select('through_id'))
    .count({ rows: '*' })
    .first()
  return Number(row?.rows)
}
