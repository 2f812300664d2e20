import type { Environment } from '../outcome.ts'
import type { OutboxEvent, WebhookChange, WebhookEndpoint, WebhookReplay, Webhooks } from './webhooks.ts'

/** An endpoint that is written for the first time. */
export interface WebhookDraft {
  readonly accountId: string
  readonly environment: Environment
  readonly url: string
  readonly description: string
  readonly events: readonly string[] | null
  /** As it is shown; kept sealed. */
  readonly secret: string
  readonly actor: string
  /** The most that an account may have in one environment. */
  readonly most: number
}
/** A range of events, closed. Milliseconds since 1970. */
export interface WebhookRange {
  readonly since: number
  readonly until: number
  readonly status?: 'failed'
  readonly dryRun: boolean
  readonly cap: number
}
/** Rows that keep endpoints and what is sent to them; it neither signs nor sends. Times are milliseconds since 1970. */
export interface WebhookStore extends Pick<Webhooks, 'list' | 'get' | 'update' | 'remove' | 'test' | 'deliveries'> {
  /** @throws `ACCOUNT_NOT_FOUND`, `WEBHOOK_TOO_MANY` */
  create(draft: WebhookDraft): Promise<WebhookEndpoint>
  /** @throws `WEBHOOK_NOT_FOUND` */
  setStatus(change: WebhookChange, status: WebhookEndpoint['status']): Promise<WebhookEndpoint>
  /** @throws `WEBHOOK_NOT_FOUND` */
  rotate(change: WebhookChange, next: { readonly secret: string; readonly overlapMs: number }): Promise<WebhookEndpoint>
  /** @throws `WEBHOOK_EVENT_NOT_FOUND` */
  replayEvent(change: WebhookChange, options: { readonly asNew: boolean }): ReturnType<Webhooks['replayEvent']>
  /** @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`, `WEBHOOK_REPLAY_TOO_LARGE` */
  replayRange(change: WebhookChange, range: WebhookRange): Promise<WebhookReplay>

  /** Makes a first attempt for each endpoint that takes an event, in one transaction. The same events again add nothing. */
  fanOut(events: readonly OutboxEvent[], options?: { readonly delayMs: number }): Promise<void>
  /**
   * Claims, renews and releases delivery queues, each leased to one owner at a time: the events of an endpoint in one, its replays in another.
   *
   * @returns The queues that the owner holds now, and that have something due or were asked to be kept.
   */
  claimQueues(claim: WebhookQueueClaim): Promise<readonly WebhookQueue[]>
  /** Attempts of queues that are due, the longest due first. */
  due(wanted: readonly WebhookQueueNeed[], at: number): Promise<readonly WebhookDue[]>
  /** Records how attempts ended, and what follows from it, in one transaction. */
  record(results: readonly WebhookResult[], rules: { readonly disableAfterMs: number }): Promise<void>
  /** Ends the leases of an owner. */
  release(owner: string): Promise<void>
  /** Drops attempts that ended, and bodies that nobody waits for, from before a time. @returns How many rows. */
  purge(before: number): Promise<number>
  /** What waits to be delivered by any process, and how endpoints stand, for whoever watches. */
  backlog(): Promise<WebhookBacklog>
}
/** What waits to be delivered. */
export interface WebhookBacklog {
  /** Attempts that are still to come, those of a later time too; counted up to 100,000. */
  readonly pending: number
  /** How long the one that is due for the longest time waits, in milliseconds; 0: nothing is due. */
  readonly oldestDueMs: number
  /** How long the oldest event waits that some sink has not taken yet, in milliseconds; 0: all were taken. */
  readonly oldestEventMs: number
  readonly endpoints: Readonly<Record<'enabled' | NonNullable<WebhookEndpoint['disabledReason']>, number>>
}
/** Which delivery queues an owner claims. */
export interface WebhookQueueClaim {
  readonly owner: string
  readonly at: number
  readonly leaseMs: number
  /** Queues that it holds and has attempts of in flight: their leases are renewed. */
  readonly keep: readonly string[]
  /** The most queues that it holds. */
  readonly most: number
}
/** A delivery queue that is leased: whom to post to, and with which secrets. */
export interface WebhookQueue {
  readonly queue: string
  readonly endpointId: string
  readonly accountId: string
  readonly url: string
  /** False: nothing is sent any more. */
  readonly enabled: boolean
  /** The one that signs; during a rotation the old one. */
  readonly secret: string
  /** During a rotation the new one. */
  readonly nextSecret: string | null
  /** True for the queue of replays. */
  readonly replays: boolean
}
/** How many attempts of a queue are wanted, besides those that the owner has already. */
export interface WebhookQueueNeed {
  readonly queue: string
  readonly limit: number
  readonly except: readonly string[]
}
/** An attempt that is due. */
export interface WebhookDue {
  readonly id: string
  readonly queue: string
  readonly endpointId: string
  readonly eventId: string
  readonly attempt: number
  /** The bytes that are posted: the same at each attempt. */
  readonly body: Uint8Array
}
/** How an attempt ended. */
export interface WebhookResult {
  readonly id: string
  readonly endpointId: string
  readonly status: 'delivered' | 'failed' | 'exhausted'
  readonly httpStatus: number | null
  readonly latencyMs: number
  readonly error: string | null
  readonly responseExcerpt: string | null
  readonly attemptedAt: number
  /** When the next attempt is due; null: none follows. */
  readonly nextAt: number | null
  /** True: the endpoint wants no more (410). */
  readonly gone: boolean
}
