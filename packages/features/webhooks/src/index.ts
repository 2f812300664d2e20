/**
 * Signed events, delivered at least once.
 *
 * - **endpoint**: an address of an account that its events are posted to, with a secret of its own.
 * - **attempt**: one post of one event to one endpoint; what failed is followed by another one.
 * - **delivery queue**: the attempts of one endpoint; its replays have a queue of their own.
 *
 * @packageDocumentation
 */

export * from './contract.ts'
export { createWebhooks, type WebhooksOptions } from './create-webhooks.ts'
export { createWorker, type ObservedAttempt, type WorkerOptions } from './delivery/create-worker.ts'
export { createPoster, type Post, type Posted, type Poster, type PosterOptions } from './delivery/poster.ts'
export type { RetrySchedule } from './delivery/schedule.ts'
export { type EndpointSinkOptions, endpointSink } from './endpoint-sink.ts'
export { webhooksErrors } from './error-codes.ts'
export * from './event-log.ts'
export { WebhookDisabled, WebhookTest } from './events.ts'
export { webhooks, webhooks as default } from './plugin.ts'
export { WebhookSettings } from './settings.ts'
export { type Signing, signatureHeaders } from './signing/signature-headers.ts'
export type { TargetCheck } from './target/check-target.ts'
export { type ResolveHost, systemResolver } from './target/resolve-host.ts'
export type { TargetPolicy } from './target/target.ts'
export { WebhookRows, type WebhookStore } from './webhook-store.ts'
