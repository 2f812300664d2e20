import { pseudoRandom } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createUsageLog } from './create-usage-log.ts'

const ROWS = 600
const LAST = 1_000
const SEED = 41

eachEngine('the usage log of a wallet', (database) => {
  it('is read newest first, whatever the order in which it was written, and old rows leave it', async () => {
    const { knex, table } = database()
    const random = pseudoRandom(SEED)
    const rows = Array.from({ length: ROWS }, (_, nth) => ({
      ...{ account_id: `a-${(nth * nth) % 3}`, environment: 'production', key_id: 'k', reference: `r-${nth}` },
      ...{ request_id: 'q', endpoint: 'e', status: 200, outcome: 'answer', latency_ms: 1, charged: 5, ip: '::1' },
      at: random(LAST),
    }))
    await knex.batchInsert(table('usage'), rows, 60)
    const comparePages = async (kept: (at: number) => boolean): Promise<void> => {
      for (let page = 0; page < 60; page += 1) {
        const [one, other] = [random(LAST), random(LAST + 2)]
        const asked = {
          from: Math.min(one, other),
          until: Math.max(one, other),
          limit: 1 + random(40),
          skip: random(50),
        }
        const accountId = `a-${random(3)}`
        const expected = rows
          .map((row, place) => ({ ...row, place }))
          .filter(({ account_id, at }) => account_id === accountId && kept(at) && at >= asked.from && at < asked.until)
          .sort((a, b) => b.at - a.at || b.place - a.place)
          .slice(asked.skip, asked.skip + asked.limit)
        const found = await createUsageLog(database()).page({ accountId, environment: 'production' }, asked)
        const references = found.rows.map(({ reference }) => reference)
        expect(references, JSON.stringify({ accountId, asked })).toEqual(expected.map(({ reference }) => reference))
      }
    }
    await comparePages(() => true)
    const middle = LAST / 2
    await knex(table('usage')).where('at', '<', middle).delete()
    await comparePages((at) => at >= middle)
  })
})
