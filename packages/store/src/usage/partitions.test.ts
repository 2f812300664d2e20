import type { Store } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../test/databases.ts'
import { openPayer, openStore } from '../../test/store-bench.ts'
import { beginLoad } from '../../test/troubled-load.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { createUsageLog } from './create-usage-log.ts'
import { monthOf } from './months.ts'
import { readPartitions } from './partitions.ts'

const DAY_MS = 86_400_000
/** When the calls of a load happen: years after the months that the store made for its own clock. */
const CALLS_AT = manualClock().now().getTime()
const LONG_AGO = '2020-01-15T00:00:00Z'

describe('the usage log by month on PostgreSQL', { timeout: 120_000 }, () => {
  let place: TestDatabase
  let store: Store
  let database: OpenedDatabase
  beforeEach(async () => {
    place = await postgresDatabase()
    store = await openStore(place, { clock: manualClock(new Date(LONG_AGO)) })
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  })
  afterEach(async () => {
    await database.close()
    await store.close()
    await place.drop()
  })

  const names = async (): Promise<readonly string[]> =>
    (await readPartitions(database.knex, database)).map(({ table }) => table).sort()
  const rowsIn = async (table: string): Promise<number> => {
    const row: { rows?: number | string } | undefined = await database.knex(table).count({ rows: '*' }).first()
    return Number(row?.rows)
  }
  const log = async (at: number): Promise<void> => {
    const payer = await openPayer(store)
    const { accountId, environment, key } = payer
    const of = { accountId, environment, at, keyId: key.id, reference: 'r', requestId: 'r', endpoint: 'lookup' }
    const ending = {
      status: 429,
      outcome: 'refused',
      code: 'X',
      latencyMs: 1,
      charged: 0,
      ip: '::1',
      day: 'd',
    } as const
    const usage = {
      ...of,
      ...ending,
      charged: (await store.wallet.balance(accountId, environment)).held,
      counted: true,
    }
    await store.billing.log({ kind: 'log', accountId, environment, at, usage })
  }

  it('makes the months of now and of the three after it when it is migrated', async () => {
    expect(await names()).toEqual(['2020_01', '2020_02', '2020_03', '2020_04'].map((name) => `parakh_usage_${name}`))
  })

  it('makes each month once when four processes do it at the same time', async () => {
    const processes = await Promise.all(
      [1, 2, 3, 4].map(() => openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })),
    )
    await Promise.all(processes.map((one) => createUsageLog(one).prepare(CALLS_AT)))
    expect(await names()).toHaveLength(8)
    await Promise.all(processes.map((one) => one.close()))
  })

  it('never fails a call for a missing month, nor while the month is made beneath it', async () => {
    const load = await beginLoad(store)
    const { name } = monthOf(CALLS_AT)
    await load.more(20)
    expect(await rowsIn('parakh_usage_default')).toBeGreaterThan(0)
    await createUsageLog(database).prepare(CALLS_AT)
    await load.more(50)
    await load.stop()
    expect(load.refused).toBe(0)
    expect(await rowsIn('parakh_usage_default')).toBe(0)
    expect(await rowsIn(`parakh_usage_${name}`)).toBe(load.answered)
    await load.check()
  })

  it('drops whole months past their retention while calls go on, and strays of no month row by row', async () => {
    const usageLog = createUsageLog(database)
    await usageLog.prepare(CALLS_AT)
    await log(Date.parse('2020-02-10T00:00:00Z'))
    await log(Date.parse('2019-06-01T00:00:00Z'))
    await log(CALLS_AT)
    const load = await beginLoad(store)
    await load.more(20)
    const dropped = await usageLog.purge(CALLS_AT - 365 * DAY_MS)
    const months = ['2020_01', '2020_02', '2020_03', '2020_04'].map((name) => `parakh_usage_${name}`)
    expect({ ...dropped, partitions: [...dropped.partitions].sort() }).toEqual({ rows: 1, partitions: months })
    await load.stop()
    expect(load.refused).toBe(0)
    expect(await rowsIn('parakh_usage')).toBe(load.answered + 1)
    await load.check()
  })

  it('does not stop calls for longer than a lock is waited for, where somebody reads for long', async () => {
    const reader = await database.knex.transaction()
    await reader.raw('select count(*) from parakh_usage')
    const load = await beginLoad(store)
    const purging = createUsageLog(database).purge(CALLS_AT - 365 * DAY_MS)
    const start = Date.now()
    while (Date.now() - start < 3_000) await reader.raw('select pg_sleep(0.1)')
    const answered = load.answered
    expect(answered).toBeGreaterThan(0)
    await reader.commit()
    expect((await purging).partitions).toHaveLength(4)
    await load.stop()
    expect(load.refused).toBe(0)
    await load.check()
  })

  it('drops a month in the moment in which its last row is too old, in Asia/Kolkata, and no row of it before', async () => {
    const usageLog = createUsageLog(database)
    const february = monthOf(Date.parse('2020-02-15T00:00:00Z'))
    expect(new Date(february.until).toISOString()).toBe('2020-02-29T18:30:00.000Z')
    await log(february.from)
    await log(february.until - 1)
    expect(await usageLog.purge(february.until - 1)).toEqual({ rows: 0, partitions: ['parakh_usage_2020_01'] })
    expect(await rowsIn('parakh_usage_2020_02')).toBe(2)
    expect(await usageLog.purge(february.until)).toEqual({ rows: 0, partitions: ['parakh_usage_2020_02'] })
    expect(await names()).toEqual(['parakh_usage_2020_03', 'parakh_usage_2020_04'])
  })

  it('has the index by account and time on every partition', async () => {
    const { rows }: { rows: readonly { tablename: string }[] } = await database.knex.raw(
      `select tablename from pg_indexes where tablename like 'parakh_usage_%' and indexdef like '%(account_id, environment, at, id)%'`,
    )
    expect(new Set(rows.map(({ tablename }) => tablename))).toEqual(
      new Set([...(await names()), 'parakh_usage_default']),
    )
  })
})
