import { type LoadResult, load } from './load.ts'
import {
  type MeasuredServer,
  type Place,
  type RunningServer,
  startMeasuredServer,
  withPostgres,
} from './measured-server.ts'
import { type Standing, standing, tell } from './run-in-turns.ts'
import { GROWN, type Size, seed } from './seed.ts'
import { conditions, REPETITIONS, SECONDS, WARM_UP_SECONDS } from './settings.ts'
import { milliseconds, table } from './table.ts'
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
    const parakh: MeasuredServer = { name: 'SQLite', server: 'parakh', source: 'upstream' }
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

async function compare(server: MeasuredServer): Promise<readonly (readonly (string | number)[])[]> {
  const empty = await startMeasuredServer(server)
  await empty.stop()
  const large = await startMeasuredServer(server)
  await large.stop()
  const started = performance.now()
  await seed(large, { ...GROWN, rolledUp: true })
  process.stderr.write(`${server.name}: filled in ${Math.round((performance.now() - started) / 1000)} s\n`)
  const [none, grown] = await takeTurnsOn(server, [empty, large])
  await empty.own.drop()
  await large.own.drop()
  const row = (size: Size, { calls, balance, usage }: Grown) => [
    ...[server.name, size.usageRows, size.wallets, Math.round(calls.callsPerSecond)],
    (calls.callsPerSecond / none.calls.callsPerSecond).toFixed(2),
    ...[balance, usage].map(({ p50Ms, p99Ms }) => `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`),
  ]
  return [row({ usageRows: 0, wallets: 0 }, none), row(GROWN, grown)]
}

/** As `runInTurns`, on databases that stay. */
async function takeTurnsOn(server: MeasuredServer, places: readonly [Place, Place]): Promise<readonly [Grown, Grown]> {
  const runs = places.map((place) => ({
    place,
    results: { calls: [] as LoadResult[], balance: [] as LoadResult[], usage: [] as LoadResult[] },
  }))
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1)
    for (const [index, { place, results }] of runs.entries()) {
      const running = await startMeasuredServer(server, place)
      const run = await measure(running)
      for (const kind of ['calls', 'balance', 'usage'] as const) {
        results[kind].push(run[kind])
        tell(`${repetition}/${REPETITIONS} ${server.name}, ${index === 0 ? 'empty' : 'large'}, ${kind}`, run[kind])
      }
      await running.stop()
    }
  const [none, grown] = runs.map(({ results }) => ({
    calls: standing('calls', results.calls),
    balance: standing('balance', results.balance),
    usage: standing('usage', results.usage),
  }))
  if (!none || !grown) throw new RangeError('two databases are compared')
  return [none, grown]
}

async function measure(running: RunningServer) {
  await load(running, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
  return {
    calls: await load(running, { connections: CONNECTIONS, seconds: SECONDS }),
    balance: await load(running, { connections: 1, calls: BALANCE_CALLS, path: BALANCE_PATH }),
    usage: await usageQueries(running),
  }
}
