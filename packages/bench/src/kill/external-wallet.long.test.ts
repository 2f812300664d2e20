import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { windowsOf } from './crash-windows.ts'
import { runKills } from './harness.ts'
import type { KillOptions } from './kill-options.ts'
import { describeRun, unreached } from './report.ts'

const seed = process.env['KILL_SEED'] ?? randomBytes(4).toString('hex')
const kills = windowsOf('external').length + 2
const SHORT = { seed, wallet: 'external', leastInEach: 1, kills, callers: 48, wallets: 12, stalls: 0 } as const
/** Ends what hangs: a minute, or several on a machine under load. */
const LONGEST_MS = 900_000

describe('servers that are killed beside an external wallet', () => {
  beforeAll(() => buildServers(), LONGEST_MS)

  it.concurrent.each<Pick<KillOptions, 'client' | 'processes'>>([
    { client: 'sqlite3', processes: 1 },
    { client: 'pg', processes: 3 },
  ])('leave in it what was paid in less what was acknowledged, on $client', { timeout: LONGEST_MS }, async (place) => {
    const report = await runKills({ ...SHORT, ...place })
    process.stdout.write(`${describeRun(report)}\n`)
    expect(report.findings).toEqual([])
    expect(unreached(report)).toEqual([])
    expect(report.standings.get('answered')).toBeGreaterThan(0)
    expect(report.external?.steps).toBeGreaterThan(0)
  })
})
