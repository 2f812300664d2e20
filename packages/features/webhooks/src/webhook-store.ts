import { type Environment, type OutboxEvent, token } from '@parakh/core'
import type { WebhookChange, WebhookEndpoint, WebhookReplay, Webhooks } from './contract.ts'
import type { EventLog } from './event-log.ts'

/** An endpoint that is written for the first time. */
export interface WebhookDraft {
  readonly accountId: string
  readonly environment: Environment
  readonly url: string
  readonly description: string
  readonly events: readonly string[] | null
  /** The signing secret; stored encrypted. */
  readonly secret: string
  readonly actor: string
  /** The largest number of endpoints of an account in one environment. */
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
/** The storage of webhook endpoints and attempts; it neither signs nor sends. Times are milliseconds since 1970. */
export interface WebhookStore
  extends Pick<
    Webhooks,
    'list' | 'get' | 'update' | 'remove' | 'test' | 'deliveries' | 'lastAttempts' | keyof EventLog
  > {
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

  /** Creates the first attempt for each endpoint that receives an event, in one transaction. Idempotent per event. */
  fanOut(events: readonly OutboxEvent[], options?: { readonly delayMs: number }): Promise<void>
  /**
   * Claims, renews and releases delivery queues, each leased to one owner at a time: the events of an endpoint in one, its replays in another.
   *
   * @returns The queues that the owner holds now: those with due attempts, and those to be kept.
   */
  claimQueues(claim: WebhookQueueClaim): Promise<readonly WebhookQueue[]>
  /** Due attempts of queues, the longest due first. */
  due(wanted: readonly WebhookQueueNeed[], at: number): Promise<readonly WebhookDue[]>
  /** Records the results of attempts and their consequences in one transaction. */
  record(results: readonly WebhookResult[], rules: { readonly disableAfterMs: number }): Promise<void>
  /** Ends the leases of an owner. */
  release(owner: string): Promise<void>
  /** Removes events with their attempts, made or still to come. */
  erase(eventIds: readonly string[]): Promise<void>
  /** Drops ended attempts and unneeded bodies from before a time. @returns The number of rows. */
  purge(before: number): Promise<number>
  /** The backlog of all processes and the states of endpoints, for monitoring. */
  backlog(): Promise<WebhookBacklog>
}
/** The backlog of deliveries. */
export interface WebhookBacklog {
  /** Pending attempts, including scheduled ones; counted up to 100,000. */
  readonly pending: number
  /** How long the oldest due attempt has waited, in milliseconds; 0: nothing is due. */
  readonly oldestDueMs: number
  readonly endpoints: Readonly<Record<'enabled' | NonNullable<WebhookEndpoint['disabledReason']>, number>>
}
/** A claim of delivery queues. */
export interface WebhookQueueClaim {
  readonly owner: string
  readonly at: number
  readonly leaseMs: number
  /** Queues of the owner with attempts in flight, whose leases are renewed. */
  readonly keep: readonly string[]
  /** The largest number of queues to hold. */
  readonly most: number
}
/** A leased delivery queue: its endpoint and secrets. */
export interface WebhookQueue {
  readonly queue: string
  readonly endpointId: string
  readonly accountId: string
  readonly url: string
  /** False: the endpoint is disabled. */
  readonly enabled: boolean
  /** The current secret; during a rotation the old one. */
  readonly secret: string
  /** During a rotation the new one. */
  readonly nextSecret: string | null
  /** True for the queue of replays. */
  readonly replays: boolean
}
/** The number of attempts of a queue to claim, besides those that the owner has already. */
export interface WebhookQueueNeed {
  readonly queue: string
  readonly limit: number
  readonly except: readonly string[]
}
/** A due attempt. */
export interface WebhookDue {
  readonly id: string
  readonly queue: string
  readonly endpointId: string
  readonly eventId: string
  readonly attempt: number
  /** The bytes that are posted: the same at each attempt. */
  readonly body: Uint8Array
}
/** The result of an attempt. */
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
  /** True: the endpoint answered 410 and is disabled. */
  readonly gone: boolean
}

/** The rows of a server's webhooks. */
export const WebhookRows = token<WebhookStore>('webhooks.rows', { broughtBy: '@parakh/webhooks' })
