import {
  Clock,
  type Contribution,
  Entitlements,
  EventSinks,
  HostCatalogue,
  Ids,
  Logger,
  type Service,
  Store,
  service,
  Webhooks,
  WebhookWorker,
} from '@parakh/core'
import {
  AttemptMetrics,
  createPoster,
  createWebhooks,
  createWorker,
  endpointSink,
  entitledWebhooks,
  systemResolver,
} from '@parakh/webhooks'
import * as z from 'zod'
import type { CheckedConfig } from '../config/checked-config.ts'

type Config = Pick<CheckedConfig, 'webhooks' | 'database'>

const WORKER_NEEDS = { store: Store, clock: Clock, ids: Ids, logger: Logger } as const
const SECOND_MS = 1_000
const DAY_MS = 86_400_000
/** The largest number of concurrent attempts, and so connections, of one endpoint. */
const PER_ENDPOINT = 8

/**
 * Webhook endpoints and their delivery. A custom store may lack deliveries: then nothing is delivered unless the host also provides a
 * sink.
 */
export function webhookServices({ webhooks, database }: Config): readonly Service[] {
  const { allowInsecure, allowTargets, schedule, timeoutSeconds, keepDays } = webhooks
  const check = {
    policy: { allowInsecure, allowTargets },
    resolve: systemResolver({ localNames: allowTargets.length > 0 }),
  }
  const endpoints = service(
    Webhooks,
    { store: Store, clock: Clock, entitlements: Entitlements, catalogue: HostCatalogue },
    ({ store, clock, entitlements, catalogue: { eventTypes: events } }) =>
      entitledWebhooks(createWebhooks({ ...check, store: store.webhooks, clock, events }), entitlements),
  )
  if (!database) return [endpoints]
  return [
    endpoints,
    service(WebhookWorker, { ...WORKER_NEEDS, metrics: AttemptMetrics }, ({ store, clock, ids, logger, metrics }) =>
      createWorker({
        ...{ store: store.webhooks, clock, ids, logger, keptMs: keepDays * DAY_MS, perEndpoint: PER_ENDPOINT },
        observe: metrics.attempted,
        poster: createPoster({ ...check, clock, timeoutMs: timeoutSeconds * SECOND_MS, connections: PER_ENDPOINT }),
        schedule: { delaysMs: schedule.map((seconds) => seconds * SECOND_MS), random: Math.random },
      }),
    ),
  ]
}

/** The sink of webhook endpoints. */
export const endpointsDriver = ({ webhooks: { schedule } }: Pick<Config, 'webhooks'>): Contribution =>
  EventSinks.driver({
    id: 'webhooks',
    options: z.object({}),
    needs: { store: Store, worker: WebhookWorker },
    make: ({ store, worker }) =>
      endpointSink({ store: store.webhooks, worker, delayMs: (schedule[0] ?? 0) * SECOND_MS }),
  })
