import { newestUsage, Store, zero } from '@parakh/core'
import { purgeRetention } from '@parakh/operations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseOn, type OwnDatabase } from '../../../../test/databases.ts'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import { withHost } from '../host/open-host.ts'

const DAY_MS = 86_400_000
const RETENTION = 'retention: { usageVisibleDays: 30, usageDays: 200 }\n'
const SQLITE = 'database: { client: sqlite3, filename: ./data/test.db }'

describe.each(['sqlite3', 'pg'] as const)('parakh usage on %s', (client) => {
  let database: OwnDatabase
  let cli: TestCli & { readonly account: string }
  let now: number
  beforeEach(async () => {
    database = await databaseOn(client)
    cli = await testCliWithAccount(
      CONFIGURATION.replace(SQLITE, `database: ${JSON.stringify(database.options)}`) + RETENTION,
    )
    now = Date.now()
  })
  afterEach(async () => {
    await cli[Symbol.asyncDispose]()
    await database.drop()
  })

  /** Writes a row for each of these ages in days, after creating the partition of its month. */
  const log = (...ages: readonly number[]): Promise<void> =>
    withHost({ terminal: cli.terminal(), exitCode: 0, log: null }, {}, async (host) => {
      const { billing, usageLog } = host.get(Store)
      const of = { accountId: cli.account, environment: 'sandbox' } as const
      for (const age of ages) {
        const at = now - age * DAY_MS
        const row = {
          ...of,
          keyId: 'key-1',
          reference: `r-${age}`,
          requestId: `days-${age}`,
          endpoint: 'verify-pan',
          at,
        }
        const ending = { status: 429, outcome: 'refused', code: 'RATE_LIMIT_EXCEEDED', latencyMs: 3 } as const
        await usageLog.prepare(at)
        const usage = { ...row, ...ending, charged: zero, ip: '192.0.2.1', day: '2026-01-01', counted: false }
        await billing.log({ kind: 'log', ...of, at, usage })
      }
    })
  const list = async (...more: readonly string[]) => {
    const listed = await cli.parakh('usage', 'list', '--account', cli.account, ...more, '--json')
    expect(listed).toMatchObject({ code: 0, err: '' })
    return listed.json<{ usage: readonly Record<string, unknown>[] }>().usage
  }
  const sandbox = ['--environment', 'sandbox']
  /** Retries while a transaction of another test on the same server is open. */
  const purge = async () => {
    for (;;) {
      const ended = await cli.parakh('usage', 'purge', '--json')
      expect(ended).toMatchObject({ code: 0, err: '' })
      const said = ended.json<{ ok: boolean; rows: number; partitions: readonly string[]; delayed: boolean }>()
      if (!said.delayed) return said
    }
  }

  it('lists the newest requests of one environment that may be shown, whole', async () => {
    await log(0, 29, 31)
    const [newest, ...others] = await list(...sandbox)
    expect(newest).toMatchObject({
      ...{ at: new Date(now).toISOString(), request_id: 'days-0', endpoint: 'verify-pan', status: 429 },
      ...{ outcome: 'refused', code: 'RATE_LIMIT_EXCEEDED', latency_ms: 3, charged: '0.00', ip: '192.0.2.1' },
      ...{ key_id: 'key-1', calls: 1 },
    })
    expect(others.map((row) => row['request_id'])).toEqual(['days-29'])
    expect((await list(...sandbox, '--limit', '1')).map((row) => row['request_id'])).toEqual(['days-0'])
    expect(await list('--environment', 'production')).toEqual([])
    expect((await list(...sandbox, '--request-id', 'days-29')).map((row) => row['request_id'])).toEqual(['days-29'])
    expect(await list(...sandbox, '--status', '429')).toHaveLength(2)
    expect(await list(...sandbox, '--status', '200')).toEqual([])
    expect((await cli.parakh('usage', 'list', '--account', cli.account, ...sandbox)).out).toMatch(
      /Time.*Request id.*verify-pan.*429.*RATE_LIMIT_EXCEEDED.*days-0/s,
    )
  })

  it('lists 50 rows unless another number is asked for', async () => {
    await log(...Array.from({ length: 51 }, (_, index) => index / 100))
    expect(await list(...sandbox)).toHaveLength(50)
    expect(await list(...sandbox, '--limit', '51')).toHaveLength(51)
    expect((await cli.parakh('usage', 'list', '--help')).out).toMatch(/--limit[^-]*\(default: 50\)/)
  })

  it('reports an invalid limit and a missing account', async () => {
    for (const [limit, allowed] of Object.entries({ 0: 'at least 1', 1001: 'at most 1000', all: 'a number' }))
      expect(await cli.parakh('usage', 'list', '--account', cli.account, ...sandbox, '--limit', limit)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(allowed),
      })
    expect(await cli.parakh('usage', 'list', ...sandbox)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/account/),
    })
  })

  it('purges rows past their retention, reports the count, and has nothing to do the next time', async () => {
    await log(0, 199, 300, 400)
    const { ok, rows, partitions } = await purge()
    expect(ok).toBe(true)
    if (client === 'sqlite3') expect({ rows, partitions }).toEqual({ rows: 2, partitions: [] })
    else expect(partitions.length).toBeGreaterThan(0)
    const left = await withHost({ terminal: cli.terminal(), exitCode: 0, log: null }, {}, (host) =>
      newestUsage(
        host.get(Store).usageLog,
        { accountId: cli.account, environment: 'sandbox' },
        { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 10 },
      ),
    )
    expect(left.map(({ requestId }) => requestId)).toEqual(['days-0', 'days-199'])
    expect(await purge()).toMatchObject({ ok: true, rows: 0, partitions: [], delayed: false })
    expect((await cli.parakh('usage', 'purge')).out).toMatch(/^Dropped (0 rows and 0 months|nothing yet)/)
  })
})

it('a purge that has to wait says that it dropped nothing, and why', () => {
  const { more, text } = purgeRetention.command ?? {}
  const answer = { answers: 0, usage_rows: 0, usage_months: [], usage_delayed: true }
  const input = {} as never
  expect(more?.(answer, input)).toEqual({ ok: true, rows: 0, partitions: [], delayed: true })
  expect(text?.(answer, { input, draw: { table: () => '' } })).toMatch(/^Dropped nothing yet: .*Try again/s)
})
