import { type PostgresServer, postgresDatabase, sqliteDatabase } from '../rig/database.ts'
import { type Listener, openListeners } from '../rig/emit-events.ts'
import { type Operator, openOperator } from '../rig/operator.ts'
import { NO_LIMITS, type RigSettings, rigSecrets } from '../rig/server-settings.ts'
import { type ReceiverProcess, startReceivers } from '../rig/webhook-processes.ts'

/** Endpoints that events are measured by. */
export const LISTENERS = 20

/** What a measurement of webhooks works with. */
export interface Scene {
  readonly operator: Operator
  readonly settings: RigSettings
  readonly receivers: ReceiverProcess
  readonly listeners: readonly Listener[]
}

/** A database with endpoints, and their receivers. @param paths One endpoint each. */
export async function withScene<Result>(
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
      operator,
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

/** Paths of receivers that take everything. */
export const ways = (count: number): readonly string[] => Array.from({ length: count }, (_, nth) => `/${nth}`)
