import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '../rig/database.ts'
import { commitEvents } from '../rig/emit-events.ts'
import { startWorker } from '../rig/webhook-processes.ts'
import { at, median } from './median.ts'
import { REPETITIONS, SECONDS, WARM_UP_SECONDS } from './settings.ts'
import { milliseconds, table } from './table.ts'
import { LISTENERS, type Scene, ways, withScene } from './webhook-scene.ts'

/** Events a second. */
const PACE = 200
/** Of rounds beside an endpoint that answers and one that hangs. */
const PAIRS = 2 * REPETITIONS

/** What an endpoint costs the others when it hangs: their p95 from commit to taken, in milliseconds. */
interface Hanging {
  readonly answersMs: number
  readonly hangsMs: number
  /** Of each pair of rounds: beside it while it hangs, by beside it while it answers. */
  readonly ratios: readonly number[]
}

/**
 * One process and one database, in which one endpoint of many answers and hangs by turns. Rounds stand in pairs, each the other way round
 * than the one before, so that what the machine does besides falls on both alike.
 */
const besideOneThatHangs = (postgres: PostgresServer | null): Promise<Hanging> =>
  withScene(postgres, [...ways(LISTENERS), '/moody'], async (scene) => {
    const { settings, receivers } = scene
    const worker = await startWorker(settings)
    // Not measured: lanes are taken, connections are made, code is compiled.
    await p95Ms(scene, WARM_UP_SECONDS)
    const rounds: Record<'answers' | 'hangs', number[]> = { answers: [], hangs: [] }
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const mood of pair % 2 === 0 ? (['answers', 'hangs'] as const) : (['hangs', 'answers'] as const)) {
        await receivers.hang(mood === 'hangs')
        // Not measured either: it comes to hang, or what has gathered meanwhile is delivered.
        await p95Ms(scene, WARM_UP_SECONDS)
        rounds[mood].push(await p95Ms(scene, SECONDS))
      }
    await worker.kill()
    return {
      answersMs: median(rounds.answers),
      hangsMs: median(rounds.hangs),
      ratios: rounds.hangs.map((hangs, nth) => hangs / (rounds.answers[nth] ?? Number.NaN)),
    }
  })

/** How long an event of a sound endpoint takes from its commit, in milliseconds: 95 of 100 are faster. */
async function p95Ms({ operator, receivers, listeners }: Scene, seconds: number): Promise<number> {
  await receivers.take()
  const total = PACE * seconds
  for (let nth = 0; nth < total; nth += LISTENERS) {
    const next = sleep((1_000 * LISTENERS) / PACE)
    await Promise.all(listeners.map(({ accountId }) => commitEvents(operator.store, accountId, 1)))
    await next
  }
  while ((await receivers.count()) < total) await sleep(50)
  const ages = (await receivers.take()).map(({ ageMs }) => ageMs)
  return at(Float64Array.from(ages).sort(), 0.95)
}

async function rowOf(name: string, place: PostgresServer | null): Promise<readonly string[]> {
  const { answersMs, hangsMs, ratios } = await besideOneThatHangs(place)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  const row = [name, milliseconds(answersMs), milliseconds(hangsMs), median(ratios).toFixed(2)]
  const range = `${least.toFixed(2)} to ${most.toFixed(2)}`
  process.stderr.write(`beside one that hangs: ${row.join(', ')} (${range})\n`)
  return [...row, range]
}

/** What an endpoint that hangs costs the others, on each database, as Markdown. */
export async function hangingEndpoint(postgres: PostgresServer): Promise<string> {
  const rows = [await rowOf('SQLite', null), await rowOf('PostgreSQL', postgres)]
  return [
    `p95 from commit to taken, ${PACE} events a second to ${LISTENERS} endpoints beside one more, which answers and hangs by turns; medians of ${PAIRS} pairs of rounds of ${SECONDS} s:`,
    ...['', table(['', 'it answers, ms', 'it hangs, ms', 'ratio', 'ratios of the pairs'], rows)],
  ].join('\n')
}
