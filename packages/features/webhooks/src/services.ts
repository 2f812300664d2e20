import {
  Clock,
  Entitlements,
  EventSinks,
  HostCatalogue,
  Ids,
  Logger,
  Retention,
  SignedPosts,
  service,
  Vault,
} from '@parakh/core'
import * as z from 'zod'
import { Webhooks, WebhookWorker } from './contract.ts'
import { createWebhooks } from './create-webhooks.ts'
import { AttemptMetrics, attemptMetrics } from './delivery/attempt-metrics.ts'
import { createWorker } from './delivery/create-worker.ts'
import { createPoster } from './delivery/poster.ts'
import { endpointSink } from './endpoint-sink.ts'
import { entitledWebhooks } from './entitled-webhooks.ts'
import { type WebhookOptions, WebhookSettings } from './settings.ts'
import { signedPosts } from './signed-posts.ts'
import { createWebhookRows } from './tables/create-webhook-rows.ts'
import { webhookTables } from './tables/webhook-tables.ts'
import type { TargetCheck } from './target/check-target.ts'
import { systemResolver } from './target/resolve-host.ts'
import { WebhookRows } from './webhook-store.ts'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
/** The largest number of concurrent attempts, and so connections, of one endpoint. */
const PER_ENDPOINT = 8

const checkOf = ({ allowInsecure, allowTargets }: WebhookOptions): TargetCheck => ({
  policy: { allowInsecure, allowTargets },
  resolve: systemResolver({ localNames: allowTargets.length > 0 }),
})

const postingOf = ({ timeoutSeconds }: WebhookOptions) => ({
  timeoutMs: timeoutSeconds * SECOND_MS,
  connections: PER_ENDPOINT,
})

/** Webhook endpoints, and the worker that delivers to them. */
export const webhookServices = [
  attemptMetrics,
  service(WebhookRows, { tables: webhookTables, vault: Vault, clock: Clock, ids: Ids }, createWebhookRows),
  service(
    Webhooks,
    {
      store: WebhookRows,
      clock: Clock,
      settings: WebhookSettings,
      catalogue: HostCatalogue,
      entitlements: Entitlements,
    },
    ({ store, clock, settings, catalogue, entitlements }) =>
      entitledWebhooks(
        createWebhooks({ ...checkOf(settings), store, clock, events: catalogue.eventTypes }),
        entitlements,
      ),
  ),
  service(
    WebhookWorker,
    {
      ...{
        store: WebhookRows,
        clock: Clock,
        ids: Ids,
        logger: Logger,
        settings: WebhookSettings,
        retention: Retention,
      },
      metrics: AttemptMetrics,
    },
    ({ store, clock, ids, logger, settings, retention, metrics }) => {
      const { schedule } = settings
      return createWorker({
        ...{ store, clock, ids, logger, perEndpoint: PER_ENDPOINT },
        keptMs: retention.eventDays * DAY_MS,
        poster: createPoster({ ...checkOf(settings), ...postingOf(settings), clock }),
        schedule: { delaysMs: schedule.map((seconds) => seconds * SECOND_MS), random: Math.random },
        observe: metrics.attempted,
      })
    },
  ),
  service(SignedPosts, { clock: Clock, settings: WebhookSettings }, ({ clock, settings }) =>
    signedPosts(createPoster({ ...checkOf(settings), ...postingOf(settings), clock }), clock),
  ),
]

/** The sink of webhook endpoints. */
export const endpointsDriver = EventSinks.driver({
  id: 'webhooks',
  options: z.object({}),
  needs: { store: WebhookRows, worker: WebhookWorker, settings: WebhookSettings },
  make: ({ store, worker, settings: { schedule } }) =>
    endpointSink({ store, worker, delayMs: (schedule[0] ?? 0) * SECOND_MS }),
})
