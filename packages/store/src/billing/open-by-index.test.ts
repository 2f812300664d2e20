import { beforeAll, expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { openPage } from './open-calls.ts'

const AT = Date.parse('2026-03-10T00:00:00Z')
const ENDED = 3_000

eachEngine('open calls among many that ended', (database) => {
  beforeAll(async () => {
    const { knex, table, dialect } = database()
    const call = (n: number, phase: string) => ({
      ...{
        reference: `r-${n}`,
        account_id: 'a',
        environment: 'production',
        key_id: 'k',
        endpoint: 'e',
        request_id: 'q',
      },
      ...{
        fingerprint: 'f',
        phase,
        epoch: 1,
        owner: 'o',
        price: 1,
        price_version: 'p',
        legs: '[]',
        charged: 0,
        refunded: 0,
      },
      ...{ lease_until: AT + n, at: AT + n },
    })
    const calls = Array.from({ length: ENDED }, (_, n) => call(n, n % 1_000 === 0 ? 'held' : 'answered'))
    await knex.batchInsert(table('call'), [...calls, call(ENDED, 'dispatched')], 30)
    // Nobody has SQLite count what a table holds: it plans by what a statement says.
    if (dialect === 'pg') await knex.raw('analyze')
  })

  const planOf = async (query: ReturnType<typeof openPage>): Promise<string> => {
    const { knex, dialect } = database()
    const { sql, bindings } = query.toSQL()
    const explain = dialect === 'pg' ? 'explain (costs off)' : 'explain query plan'
    return JSON.stringify(await knex.raw(`${explain} ${sql}`, [...bindings]))
  }

  it.each([
    [['held', 'accepted'], AT, undefined],
    [['held'], null, undefined],
    [['held', 'accepted'], AT, AT + ENDED],
    [['dispatched'], AT + ENDED, undefined],
  ] as const)(
    'calls that are %s by %s or made after %s are read by the index of open ones',
    async (phases, at, madeAfter) => {
      const page = openPage(database(), { phases, after: 0, at, madeAfter, limit: 500 })
      const plan = await planOf(page)
      expect(plan).toContain('parakh_call_open')
      expect(plan).not.toMatch(/Seq Scan|PRIMARY KEY|parakh_call_pkey/)
      const rows: readonly { reference: string }[] = await page.select('c.reference')
      const held = at === null ? ['r-0', 'r-1000', 'r-2000'] : ['r-0']
      expect(rows.map(({ reference }) => reference)).toEqual(phases[0] === 'held' ? held : [`r-${ENDED}`])
    },
  )

  it('a page goes on behind the last call of the one before', async () => {
    const { knex, table } = database()
    const ids: readonly { id: unknown }[] = await knex(table('call'))
      .where({ phase: 'held' })
      .orderBy('id')
      .select('id')
    const after = Number(ids[0]?.id)
    const rows: readonly { reference: string }[] = await openPage(database(), {
      ...{ phases: ['held'], after, at: null, limit: 1 },
    }).select('c.reference')
    expect(rows.map(({ reference }) => reference)).toEqual(['r-1000'])
  })
})
