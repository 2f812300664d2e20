import { type Arena, type Contestant, openArena, type Place, withPostgres } from './contestant.ts'
import { type LoadResult, load } from './load.ts'
import { GROWN, type Size, seed } from './seed.ts'
import { conditions, REPETITIONS, SECONDS, WARM_UP_SECONDS } from './settings.ts'
import { milliseconds, table } from './table.ts'
import { type Standing, standing, tell } from './turns.ts'
import { usageQueries } from './usage-queries.ts'

const CONNECTIONS = 128
const BALANCE_PATH = '/api/v1/balance'
const BALANCE_CALLS = 2_000

interface Grown {
  readonly calls: Standing
  readonly balance: Standing
  readonly usage: Standing
}

/** Whether a large database is slower than an empty one: calls, the balance over HTTP, and a page of the usage log. */
export const growth = (): Promise<string> =>
  withPostgres(async (postgres) => {
    const parakh: Contestant = { name: 'SQLite', server: 'parakh', source: 'upstream' }
    const rows = [...(await compare(parakh)), ...(await compare({ ...parakh, name: 'PostgreSQL', postgres }))]
    const head = [
      'database',
      'rows of usage',
      'wallets',
      'calls/s',
      'of none',
      'balance p50 / p99 ms',
      'usage p50 / p99 ms',
    ]
    return `${conditions(`parakh-upstream, one process, ${CONNECTIONS} connections`)}\n\n${table(head, rows)}`
  })

async function compare(contestant: Contestant): Promise<readonly (readonly (string | number)[])[]> {
  const empty = await openArena(contestant)
  await empty.stop()
  const large = await openArena(contestant)
  await large.stop()
  const started = performance.now()
  await seed(large, { ...GROWN, rolledUp: true })
  process.stderr.write(`${contestant.name}: filled in ${Math.round((performance.now() - started) / 1000)} s\n`)
  const [none, grown] = await takeTurnsOn(contestant, [empty, large])
  await empty.own.drop()
  await large.own.drop()
  const row = (size: Size, { calls, balance, usage }: Grown) => [
    ...[contestant.name, size.usageRows, size.wallets, Math.round(calls.callsPerSecond)],
    (calls.callsPerSecond / none.calls.callsPerSecond).toFixed(2),
    ...[balance, usage].map(({ p50Ms, p99Ms }) => `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`),
  ]
  return [row({ usageRows: 0, wallets: 0 }, none), row(GROWN, grown)]
}

/** As `takeTurns`, on databases that stay. */
async function takeTurnsOn(contestant: Contestant, places: readonly [Place, Place]): Promise<readonly [Grown, Grown]> {
  const runs = places.map((place) => ({
    place,
    results: { calls: [] as LoadResult[], balance: [] as LoadResult[], usage: [] as LoadResult[] },
  }))
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1)
    for (const [index, { place, results }] of runs.entries()) {
      const arena = await openArena(contestant, place)
      const run = await measure(arena)
      for (const kind of ['calls', 'balance', 'usage'] as const) {
        results[kind].push(run[kind])
        tell(`${repetition}/${REPETITIONS} ${contestant.name}, ${index === 0 ? 'empty' : 'large'}, ${kind}`, run[kind])
      }
      await arena.stop()
    }
  const [none, grown] = runs.map(({ results }) => ({
    calls: standing('calls', results.calls),
    balance: standing('balance', results.balance),
    usage: standing('usage', results.usage),
  }))
  if (!none || !grown) throw new RangeError('two databases are compared')
  return [none, grown]
}

async function measure(arena: Arena) {
  await load(arena, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
  return {
    calls: await load(arena, { connections: CONNECTIONS, seconds: SECONDS }),
    balance: await load(arena, { connections: 1, calls: BALANCE_CALLS, path: BALANCE_PATH }),
    usage: await usageQueries(arena),
  }
}
