import { UsageRollUps } from '@parakh/analytics'
import { Store } from '@parakh/core'
import { openHost } from '@parakh/server'
import type { Knex } from 'knex'
import { parakhConfig } from '../servers/parakh-config.ts'
import type { Place } from './measured-server.ts'

/** How much a database has to carry. */
export interface Size {
  readonly usageRows: number
  readonly wallets: number
  /** Whether the rows are in the roll-ups, as those of a database are that has grown to this size; else all of them are still to be taken in. */
  readonly rolledUp?: boolean
}
/** A large database. */
export const GROWN: Size = {
  usageRows: Number(process.env['BENCH_USAGE_ROWS'] ?? 10_000_000),
  wallets: Number(process.env['BENCH_WALLETS'] ?? 1_000_000),
}

const ROWS_AT_ONCE = 1_000_000
/** One row in ten is of the callers that are measured, so that what they ask for is not nothing. */
const OF_CALLERS = 10
const SPREAD_SECONDS = 90 * 86_400
/** Of each row; a bucket of its own in a histogram. */
const LATENCY_MS = 3
/** A prime, so that neighbours in the table are far from each other in time. */
const STRIDE = 7_919
/** Before the number of a made account, so that each name is of the same length. */
const FIRST = 1_000_000_000

/**
 * Fills a database by statements over sets: accounts with a wallet each, and rows of the usage log of the last 90 days, in no order. The
 * index of the log is made afterwards, as that is quicker; the result is the same.
 */
export async function seed(place: Place, { usageRows, wallets, rolledUp = false }: Size): Promise<void> {
  const { knex } = place.own
  const pg = place.own.database.client === 'pg'
  const now = Date.now()
  await makeMonths(place, now - SPREAD_SECONDS * 1000)
  if (!pg) await knex.raw('PRAGMA synchronous = OFF')
  await insertWallets(knex, wallets)
  const indexes = await readIndexes(knex, pg)
  for (const { name } of indexes) await knex.raw('drop index ??', [name])
  for (let from = 0; from < usageRows; from += ROWS_AT_ONCE) {
    const until = Math.min(from + ROWS_AT_ONCE, usageRows)
    await insertUsage(knex, { from, until, now, wallets })
    process.stderr.write(`${until} rows of usage\n`)
  }
  for (const { sql } of indexes) await knex.raw(sql)
  if (rolledUp) await rollUp(place)
  // What autovacuum and a checkpoint would do sooner or later, perhaps in the midst of a measurement.
  if (pg) await knex.raw('vacuum analyze')
  else await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)')
}

async function makeMonths({ own, secrets }: Place, from: number): Promise<void> {
  const host = await openHost(parakhConfig({ database: own.database, secrets, source: 'upstream' }), { logger: false })
  await host.get(Store).usageLog.prepare(from)
  await host.stop()
}

/** Numbers from the first binding to the one before the second. */
const SERIES = `with recursive series (n) as (
  select cast(? as bigint) union all select n + 1 from series where n + 1 < cast(? as bigint))`

async function insertWallets(knex: Knex, wallets: number): Promise<void> {
  if (wallets === 0) return
  await knex.raw(
    `insert into parakh_account (id, name, role, status, kyc, created_at) ${SERIES}
     select 'seed' || (n + ${FIRST}), 'seed', 'developer', 'active', 'approved', 0 from series`,
    [0, wallets],
  )
  await knex.raw(
    `insert into parakh_wallet (account_id, environment) ${SERIES}
     select 'seed' || (n + ${FIRST}), 'production' from series`,
    [0, wallets],
  )
}

async function insertUsage(
  knex: Knex,
  { from, until, now, wallets }: { from: number; until: number; now: number; wallets: number },
): Promise<void> {
  const columns = `account_id, environment, key_id, reference, request_id, endpoint, status, outcome, latency_ms, charged, ip, at`
  const rest = `'bank-ifsc-details', 200, 'answer', ${LATENCY_MS}, 500000, '192.0.2.1'`
  const at = (n: string): string => `${now} - ((${n}) * ${STRIDE} % ${SPREAD_SECONDS}) * 1000`
  const row: { keys?: number | string } | undefined = await knex('parakh_api_key').count({ keys: '*' }).first()
  const keys = Number(row?.keys)
  const each = OF_CALLERS * keys
  await knex.raw(
    `insert into parakh_usage (${columns}) ${SERIES}
     select 'seed' || (n % ${Math.max(wallets, 1)} + ${FIRST}), 'production', 'seed', 'seed' || n, 'seed' || n, ${rest}, ${at('n')}
     from series where n % ${OF_CALLERS} <> 0`,
    [from, until],
  )
  if (keys === 0) return
  await knex.raw(
    `insert into parakh_usage (${columns}) ${SERIES},
       callers as (select account_id, environment, id, row_number() over (order by id) as place from parakh_api_key)
     select account_id, environment, id, 'seed' || n || '-' || place, 'seed' || n, ${rest}, ${at(`n * ${keys} + place`)}
     from series cross join callers where n * ${each} < cast(? as bigint)`,
    [Math.ceil(from / each), Math.ceil(until / each), until],
  )
}

/** As the job of the product does, in one go. */
async function rollUp({ own, secrets }: Place): Promise<void> {
  const host = await openHost(parakhConfig({ database: own.database, secrets, source: 'upstream' }), { logger: false })
  const { caughtUp } = await host.get(UsageRollUps).advance()
  await host.stop()
  if (!caughtUp) throw new Error('the roll-ups did not catch up: nothing is measured')
}

async function readIndexes(knex: Knex, pg: boolean): Promise<readonly { name: string; sql: string }[]> {
  if (!pg)
    return await knex.raw(
      `select name, sql from sqlite_master where type = 'index' and tbl_name = 'parakh_usage' and sql is not null`,
    )
  const { rows }: { rows: readonly { name: string; sql: string }[] } = await knex.raw(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = 'parakh_usage'`,
  )
  // Made for all months: the catalogue names the parent alone.
  return rows.map(({ name, sql }) => ({ name, sql: sql.replace(' ON ONLY ', ' ON ') }))
}
