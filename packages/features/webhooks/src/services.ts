import {
  Clock,
  Entitlements,
  EventSinks,
  HostCatalogue,
  Ids,
  Logger,
  Retention,
  Store,
  service,
  Webhooks,
  WebhookWorker,
} from '@parakh/core'
import * as z from 'zod'
import { createWebhooks } from './create-webhooks.ts'
import { AttemptMetrics, attemptMetrics } from './delivery/attempt-metrics.ts'
import { createWorker } from './delivery/create-worker.ts'
import { createPoster } from './delivery/poster.ts'
import { endpointSink } from './endpoint-sink.ts'
import { entitledWebhooks } from './entitled-webhooks.ts'
import { type WebhookOptions, WebhookSettings } from './settings.ts'
import type { TargetCheck } from './target/check-target.ts'
import { systemResolver } from './target/resolve-host.ts'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
/** The largest number of concurrent attempts, and so connections, of one endpoint. */
const PER_ENDPOINT = 8

const checkOf = ({ allowInsecure, allowTargets }: WebhookOptions): TargetCheck => ({
  policy: { allowInsecure, allowTargets },
  resolve: systemResolver({ localNames: allowTargets.length > 0 }),
})

/** Webhook endpoints, and the worker that delivers to them. */
export const webhookServices = [
  attemptMetrics,
  service(
    Webhooks,
    { store: Store, clock: Clock, settings: WebhookSettings, catalogue: HostCatalogue, entitlements: Entitlements },
    ({ store, clock, settings, catalogue, entitlements }) =>
      entitledWebhooks(
        createWebhooks({ ...checkOf(settings), store: store.webhooks, clock, events: catalogue.eventTypes }),
        entitlements,
      ),
  ),
  service(
    WebhookWorker,
    {
      ...{ store: Store, clock: Clock, ids: Ids, logger: Logger, settings: WebhookSettings, retention: Retention },
      metrics: AttemptMetrics,
    },
    ({ store, clock, ids, logger, settings, retention, metrics }) => {
      const { schedule, timeoutSeconds } = settings
      const posting = { timeoutMs: timeoutSeconds * SECOND_MS, connections: PER_ENDPOINT }
      return createWorker({
        ...{ store: store.webhooks, clock, ids, logger, perEndpoint: PER_ENDPOINT },
        keptMs: retention.eventDays * DAY_MS,
        poster: createPoster({ ...checkOf(settings), ...posting, clock }),
        schedule: { delaysMs: schedule.map((seconds) => seconds * SECOND_MS), random: Math.random },
        observe: metrics.attempted,
      })
    },
  ),
]

/** The sink of webhook endpoints. */
export const endpointsDriver = EventSinks.driver({
  id: 'webhooks',
  options: z.object({}),
  needs: { store: Store, worker: WebhookWorker, settings: WebhookSettings },
  make: ({ store, worker, settings: { schedule } }) =>
    endpointSink({ store: store.webhooks, worker, delayMs: (schedule[0] ?? 0) * SECOND_MS }),
})
