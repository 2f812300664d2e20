import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresServer, postgresDatabase, sqliteDatabase } from '../rig/database.ts'
import { commitEvents, type Listener, openListeners } from '../rig/emit-events.ts'
import { type Operator, openOperator } from '../rig/operator.ts'
import { NO_LIMITS, type RigSettings, rigSecrets } from '../rig/server-settings.ts'
import { type ReceiverProcess, startReceivers, startWorker } from '../rig/webhook-processes.ts'
import { withPostgres } from './contestant.ts'
import { jobsPerSecond } from './job-queue.ts'
import { at, median } from './median.ts'
import { REPETITIONS, SECONDS } from './settings.ts'
import { milliseconds, table } from './table.ts'

const LISTENERS = 20
const EVENTS = 1_000 * SECONDS
/** Events a second while one endpoint is stuck. */
const PACE = 200

interface Scene {
  readonly operator: Operator
  readonly settings: RigSettings
  readonly receivers: ReceiverProcess
  readonly listeners: readonly Listener[]
}

/** A database with endpoints, and their receivers. @param paths One endpoint each. */
async function withScene<Result>(
  postgres: PostgresServer | null,
  paths: readonly string[],
  work: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const own = postgres ? await postgresDatabase(postgres) : await sqliteDatabase()
  const receivers = await startReceivers()
  const settings: RigSettings = {
    ...{ database: own.database, secrets: rigSecrets(), upstreamUrl: null, rateLimits: NO_LIMITS },
    webhooks: { allowInsecure: true, allowTargets: ['127.0.0.1'] },
  }
  const operator = await openOperator(settings)
  try {
    const { store } = operator
    const listeners = await openListeners(
      store,
      paths.map((path) => `${receivers.url}${path}`),
    )
    await store.outbox.delivered((await store.outbox.read(1_000)).map(({ id }) => id))
    return await work({ operator, settings, receivers, listeners })
  } finally {
    await operator.close()
    await receivers.close()
    await own.drop()
  }
}

const ways = (count: number): readonly string[] => Array.from({ length: count }, (_, nth) => `/${nth}`)

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

/** How long an event of a sound endpoint takes from its commit, in milliseconds: 95 of 100 are faster. */
const p95Ms = (postgres: PostgresServer | null, stuck: boolean): Promise<number> => {
  const paths = [...ways(LISTENERS), ...(stuck ? ['/stuck'] : [])]
  return withScene(postgres, paths, async ({ operator, settings, receivers, listeners }) => {
    const worker = await startWorker(settings)
    const sound = listeners.slice(0, LISTENERS)
    const hanging = listeners.slice(LISTENERS)
    // Not measured: lanes are taken, connections are made, code is compiled.
    for (const { accountId } of sound) await commitEvents(operator.store, accountId, 20)
    while ((await receivers.count()) < 20 * LISTENERS) await sleep(50)
    await receivers.take()
    const total = PACE * SECONDS
    for (let nth = 0; nth < total; nth += LISTENERS) {
      const next = sleep((1_000 * LISTENERS) / PACE)
      await Promise.all([...sound, ...hanging].map(({ accountId }) => commitEvents(operator.store, accountId, 1)))
      await next
    }
    while ((await receivers.count()) < total) await sleep(50)
    const ages = (await receivers.take()).map(({ ageMs }) => ageMs)
    await worker.kill()
    return at(Float64Array.from(ages).sort(), 0.95)
  })
}

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
    const waits = []
    for (const [name, place] of [
      ['SQLite', null],
      ['PostgreSQL', postgres],
    ] as const) {
      const [alone, beside] = [await repeated(() => p95Ms(place, false)), await repeated(() => p95Ms(place, true))]
      waits.push([name, milliseconds(alone), milliseconds(beside), `${(100 * (beside / alone - 1)).toFixed(0)} %`])
    }
    return [
      `${EVENTS} events to ${LISTENERS} endpoints, one process, receivers on the same machine; medians of ${REPETITIONS} runs.`,
      ...['', table(['from committed to taken', 'a second'], rows), ''],
      `p95 from commit to taken, ${PACE} events a second to ${LISTENERS} endpoints, alone and beside one that never answers:`,
      ...['', table(['', 'alone, ms', 'beside it, ms', 'difference'], waits)],
    ].join('\n')
  })
