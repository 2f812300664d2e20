import { type LoadResult, load } from './load.ts'
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts'
import { median } from './median.ts'
import { REPETITIONS, SECONDS, WARM_UP_SECONDS } from './settings.ts'

/** The medians of a server's runs. */
export interface Standing extends Omit<LoadResult, 'calls'> {
  readonly name: string
}

/** All servers in turn, several times, so that noise of the machine falls on each alike; each run on an empty database. */
export async function runInTurns(
  servers: readonly MeasuredServer[],
  connections: number,
): Promise<readonly Standing[]> {
  const runs = servers.map((server) => ({ server, results: [] as LoadResult[] }))
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1)
    for (const { server, results } of runs) {
      const running = await startMeasuredServer(server)
      await load(running, { connections, seconds: WARM_UP_SECONDS })
      const result = await load(running, { connections, seconds: SECONDS })
      results.push(result)
      tell(`${repetition}/${REPETITIONS} ${server.name}, ${connections} connections`, result)
      await running.close()
    }
  return runs.map(({ server, results }) => standing(server.name, results))
}

/** The medians of some runs. */
export const standing = (name: string, results: readonly LoadResult[]): Standing => ({
  name,
  callsPerSecond: median(results.map(({ callsPerSecond }) => callsPerSecond)),
  p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
})

/** Says on standard error how a run went. */
export const tell = (what: string, { callsPerSecond, p50Ms, p99Ms }: Omit<LoadResult, 'calls'>): void =>
  void process.stderr.write(
    `${what}: ${Math.round(callsPerSecond)} calls/s, ${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms\n`,
  )
