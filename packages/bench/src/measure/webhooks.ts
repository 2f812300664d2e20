import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '../rig/database.ts'
import { commitEvents } from '../rig/emit-events.ts'
import { startReceivers, startWorker } from '../rig/webhook-processes.ts'
import { hangingEndpoint } from './hanging-endpoint.ts'
import { jobsPerSecond } from './job-queue.ts'
import { withPostgres } from './measured-server.ts'
import { median } from './median.ts'
import { REPETITIONS, SECONDS } from './settings.ts'
import { table } from './table.ts'
import { LISTENERS, ways, withScene } from './webhook-scene.ts'

const EVENTS = 1_000 * SECONDS

/** From committed to taken, one process: events a second. */
const eventsPerSecond = (postgres: PostgresServer | null): Promise<number> =>
  withScene(postgres, ways(LISTENERS), async ({ operator, settings, receivers, listeners }) => {
    for (const { accountId } of listeners) await commitEvents(operator.store, accountId, EVENTS / LISTENERS)
    const worker = await startWorker(settings)
    const started = performance.now()
    while ((await receivers.count()) < EVENTS) await sleep(20)
    const seconds = (performance.now() - started) / 1_000
    await worker.terminate()
    return EVENTS / seconds
  })

async function repeated(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = []
  for (let nth = 0; nth < REPETITIONS; nth += 1) figures.push(await measure())
  return median(figures)
}

/** Events a second of one worker beside jobs a second of graphile-worker, and what an endpoint that hangs costs the others. */
export const webhooks = (): Promise<string> =>
  withPostgres(async (postgres) => {
    const receivers = await startReceivers()
    const rows: (readonly [string, string])[] = []
    const add = async (name: string, measure: () => Promise<number>): Promise<void> => {
      const figure = await repeated(measure)
      process.stderr.write(`${name}: ${Math.round(figure)} a second\n`)
      rows.push([name, figure.toFixed(0)])
    }
    await add('parakh worker, SQLite', () => eventsPerSecond(null))
    await add('parakh worker, PostgreSQL', () => eventsPerSecond(postgres))
    await add('graphile-worker 0.16.6, a job that posts', () => jobsPerSecond(postgres, `${receivers.url}/`, EVENTS))
    await add('graphile-worker 0.16.6, a job that does nothing', () => jobsPerSecond(postgres, null, EVENTS))
    await receivers.close()
    const hanging = await hangingEndpoint(postgres)
    return [
      `${EVENTS} events to ${LISTENERS} endpoints, one process, receivers on the same machine; medians of ${REPETITIONS} runs.`,
      ...['', table(['from committed to taken', 'a second'], rows), ''],
      hanging,
    ].join('\n')
  })
