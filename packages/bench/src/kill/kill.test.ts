import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { WINDOWS } from './crash-windows.ts'
import { runKills } from './harness.ts'
import type { KillOptions } from './kill-options.ts'
import { describeRun, unreached } from './report.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
/** `KILL_SEED` runs the same crashes and requests again. */
const seed = process.env['KILL_SEED'] ?? randomBytes(4).toString('hex')
const SHORT = {
  seed,
  wallet: 'ledger',
  leastInEach: 1,
  kills: WINDOWS.length + 3,
  callers: FULL ? 64 : 16,
  wallets: 20,
} as const
/** A minute, of which 30 s are the leases of the dead; a machine under load takes longer. */
const LONGEST_MS = 600_000

describe('servers that are killed under load', () => {
  beforeAll(() => buildServers(), LONGEST_MS)

  it.concurrent.each<Pick<KillOptions, 'client' | 'processes' | 'stalls'>>([
    // In the long form on SQLite too, and beside an external wallet (external-wallet.long.test.ts).
    ...(FULL ? [{ client: 'sqlite3', processes: 1, stalls: 0 } as const] : []),
    { client: 'pg', processes: 4, stalls: 2 },
  ])('lose no acknowledged debit and double none on $client', { timeout: LONGEST_MS }, async (place) => {
    const report = await runKills({ ...SHORT, ...place })
    process.stdout.write(`${describeRun(report)}\n`)
    expect(report.findings).toEqual([])
    expect(unreached(report)).toEqual([])
    expect(report.kills).toBeGreaterThanOrEqual(SHORT.kills)
    expect(report.standings.get('answered')).toBeGreaterThan(0)
    expect(report.replayedOpen).toBeGreaterThan(0)
    expect(report.orders).toBeGreaterThan(0)
  })
})
