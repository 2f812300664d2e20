import { type Clock, type Environment, type Page, token } from '@parakh/core'
import type { EventLog, WebhookAttempt } from './event-log.ts'

/** A URL that an account's events are posted to. */
export interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  readonly url: string
  readonly description: string
  /** Event types that it receives; null: all. */
  readonly events: readonly string[] | null
  readonly status: 'enabled' | 'disabled'
  /** Why it is disabled: `REQUESTED`, `GONE` (it answered 410), `FAILING` (nothing was delivered for days). Null: it is enabled. */
  readonly disabledReason: 'REQUESTED' | 'GONE' | 'FAILING' | null
  /** Since when no attempt has succeeded; null: the last one did, or there was none. */
  readonly failingSince: Date | null
  /** Until when the previous secret signs too; null: there is one secret. */
  readonly overlapUntil: Date | null
  readonly createdAt: Date
}
/** A new endpoint with its secret, which is shown once: `whsec_<base64>`. */
export interface IssuedWebhookEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}
/** The owner of endpoints: one account, or null for an operator: all accounts. */
export type WebhookOwner = { readonly accountId: string; readonly environment: Environment } | null
/** Identifies an endpoint. One of another account or environment is not found. */
export interface WebhookTarget {
  readonly id: string
  readonly owner: WebhookOwner
}
/** The actor of a change, for the audit log. */
export interface WebhookChange extends WebhookTarget {
  readonly actor: string
}
/** The properties of a new endpoint. */
export interface NewWebhookEndpoint {
  readonly accountId: string
  readonly environment: Environment
  readonly url: string
  readonly description?: string
  /** Types of events; all unless given, and where the list is empty. */
  readonly events?: readonly string[] | null
  readonly actor: string
}
/** A change of an endpoint; omitted fields stay unchanged. */
export interface WebhookPatch {
  readonly url?: string
  readonly description?: string
  readonly events?: readonly string[] | null
}
/** The events of a replay. */
export interface WebhookReplayRange {
  readonly since: Date
  /** Before this; now unless given. */
  readonly until?: Date
  /** `failed`: only events that were not delivered to this endpoint; else all events of the range that match its filter. */
  readonly status?: 'failed'
  /** True: events are only counted. */
  readonly dryRun?: boolean
}
/** The number of events of a replay. */
export interface WebhookReplay {
  readonly events: number
  /** The largest number of events of one replay. */
  readonly cap: number
}
/** Webhook endpoints, their attempts, the log of events, and replay. */
export interface Webhooks extends EventLog {
  /** @throws `ACCOUNT_NOT_FOUND`, `WEBHOOK_TARGET_NOT_ALLOWED`, `WEBHOOK_EVENT_UNKNOWN`, `WEBHOOK_TOO_MANY` */
  create(endpoint: NewWebhookEndpoint): Promise<IssuedWebhookEndpoint>
  /** Newest first. @param owner Null: of all accounts. */
  list(owner: WebhookOwner): Promise<readonly WebhookEndpoint[]>
  /** @throws `WEBHOOK_NOT_FOUND` */
  get(target: WebhookTarget): Promise<WebhookEndpoint>
  /** @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_TARGET_NOT_ALLOWED`, `WEBHOOK_EVENT_UNKNOWN` */
  update(change: WebhookChange, patch: WebhookPatch): Promise<WebhookEndpoint>
  /** Enables it from the next event on; missed events can be replayed. @throws `WEBHOOK_NOT_FOUND` */
  enable(change: WebhookChange): Promise<WebhookEndpoint>
  /** Disables it; its events are kept for replay. @throws `WEBHOOK_NOT_FOUND` */
  disable(change: WebhookChange): Promise<WebhookEndpoint>
  /** Deletes it permanently, with its attempts. @throws `WEBHOOK_NOT_FOUND` */
  remove(change: WebhookChange): Promise<void>
  /**
   * Issues a new secret; the old one signs too for `overlapSeconds` (0 to 604,800). @throws `WEBHOOK_NOT_FOUND`,
   * `WEBHOOK_OVERLAP_INVALID`
   */
  rotate(change: WebhookChange, overlapSeconds: number): Promise<IssuedWebhookEndpoint>
  /** Sends the event `webhook.test` to this endpoint only. @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED` @returns Its id. */
  test(change: WebhookChange): Promise<string>
  /**
   * The attempts of an endpoint, newest first. One search looks at 2,000 at most: where few of them match, a page has fewer rows than asked,
   * or none, and a cursor.
   *
   * @throws `WEBHOOK_NOT_FOUND`, `CURSOR_INVALID`
   */
  deliveries(
    target: WebhookTarget,
    query: { readonly cursor: string | null; readonly limit: number; readonly status?: WebhookAttempt['status'] },
  ): Promise<Page<WebhookAttempt>>
  /** The attempt that was made last at each endpoint; one that none was made at is missing. @param endpointIds Of any account. */
  lastAttempts(endpointIds: readonly string[]): Promise<readonly WebhookAttempt[]>
  /**
   * Replays one event to all enabled endpoints of its account that receive its type. It keeps its id and its bytes, or, with `asNew`,
   * becomes a new event with `replay_of`.
   *
   * @returns The number of endpoints, and the id of the sent event.
   * @throws `WEBHOOK_EVENT_NOT_FOUND`
   */
  replayEvent(
    change: WebhookChange,
    options?: { readonly asNew?: boolean },
  ): Promise<{ readonly eventId: string; readonly endpoints: number }>
  /**
   * Replays a range of events, through a delivery queue of their own. @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`,
   * `WEBHOOK_REPLAY_TOO_LARGE`
   */
  replayRange(change: WebhookChange, range: WebhookReplayRange): Promise<WebhookReplay>
}
/** The webhooks of a server. */
export const Webhooks = token<Webhooks>('webhooks.webhooks', { broughtBy: '@parakh/webhooks' })

/** The worker that sends due deliveries. */
export interface WebhookWorker {
  /**
   * Starts the worker.
   *
   * @param paused Called before each round: while it returns true, nothing is sent.
   * @param clock The clock for leases and schedules: the database's, if several processes share one. Default: its own.
   */
  start(paused: () => boolean, clock?: Clock): void
  /** Starts a round now. */
  wake(): void
  /** Starts no more attempts, and resolves when those in progress are recorded. Idempotent. */
  stop(): Promise<void>
}
/** The webhook worker of a server. */
export const WebhookWorker = token<WebhookWorker>('webhooks.worker', { broughtBy: '@parakh/webhooks' })
