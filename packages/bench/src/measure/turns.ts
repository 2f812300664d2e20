import { type Contestant, openArena } from './contestant.ts'
import { type LoadResult, load } from './load.ts'
import { median } from './median.ts'
import { REPETITIONS, SECONDS, WARM_UP_SECONDS } from './settings.ts'

/** The medians of a contestant's runs. */
export interface Standing extends Omit<LoadResult, 'calls'> {
  readonly name: string
}

/** All contestants in turn, several times, so that noise of the machine falls on each alike; each run on an empty database. */
export async function takeTurns(contestants: readonly Contestant[], connections: number): Promise<readonly Standing[]> {
  const runs = contestants.map((contestant) => ({ contestant, results: [] as LoadResult[] }))
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1)
    for (const { contestant, results } of runs) {
      const arena = await openArena(contestant)
      await load(arena, { connections, seconds: WARM_UP_SECONDS })
      const result = await load(arena, { connections, seconds: SECONDS })
      results.push(result)
      tell(`${repetition}/${REPETITIONS} ${contestant.name}, ${connections} connections`, result)
      await arena.close()
    }
  return runs.map(({ contestant, results }) => standing(contestant.name, results))
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
