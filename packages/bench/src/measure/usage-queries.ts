import { Store } from '@parakh/core'
import { openHost } from '@parakh/server'
import { parakhConfig } from '../servers/parakh-config.ts'
import type { LoadResult } from './load.ts'
import type { Place } from './measured-server.ts'
import { at } from './median.ts'

const QUERIES = 500
const PAGE = 100
const DAYS_MS = 30 * 86_400_000

/** The newest hundred rows of a wallet in thirty days, of one caller after the other, as `parakh usage list` reads them. */
export async function usageQueries({ own, secrets }: Place): Promise<LoadResult> {
  const wallets: readonly { account_id: string; environment: 'production' | 'sandbox' }[] = await own
    .knex('parakh_api_key')
    .select('account_id', 'environment')
  const host = await openHost(parakhConfig({ database: own.database, secrets, source: 'upstream' }), { logger: false })
  const { usageLog } = host.get(Store)
  const times = new Float64Array(QUERIES)
  const started = performance.now()
  for (let query = 0; query < QUERIES; query += 1) {
    const wallet = wallets[query % wallets.length]
    if (!wallet) throw new RangeError('there are no callers')
    const until = Date.now() + 1
    const asked = performance.now()
    const { rows } = await usageLog.page(
      { accountId: wallet.account_id, environment: wallet.environment },
      { from: until - DAYS_MS, until, limit: PAGE },
    )
    times[query] = performance.now() - asked
    if (rows.length === 0) throw new Error('a caller has no rows of usage: nothing was measured')
  }
  const seconds = (performance.now() - started) / 1000
  await host.stop()
  times.sort()
  return { calls: QUERIES, callsPerSecond: QUERIES / seconds, p50Ms: at(times, 0.5), p99Ms: at(times, 0.99) }
}
