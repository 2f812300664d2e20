import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { Clock } from './clock.ts'

/** An event of the outbox: thin, with ids, states and amounts, never an identity number. */
export interface OutboxEvent {
  readonly id: string
  readonly type: string
  readonly accountId: string
  readonly environment: Environment
  /** Rises by one per account and environment. */
  readonly sequence: number
  readonly createdAt: Date
  readonly data: Readonly<Record<string, unknown>>
  /** The event that this one tells of once more, under an id of its own. */
  readonly replayOf?: string
  /** Set where it is meant for one webhook endpoint alone: a test, or a replay. */
  readonly endpointId?: string
}
/** Where committed events go. */
export interface WebhookSink {
  /** Takes them over. If it throws, the same events come again: at least once. */
  deliver(events: readonly OutboxEvent[]): Promise<void>
  /** Sinks by name that are handed events each at its own pace, instead of by `deliver`: see `sideBySide`. */
  readonly sinks?: Readonly<Record<string, WebhookSink>>
}
/** The webhook sink of a server. */
export const WebhookSink = token<WebhookSink>('core.webhook-sink')

/**
 * Several sinks of one server. Each gets every event; one that fails is handed the same events again and delays no other.
 *
 * @param sinks By a name that stays the same permanently, of lower-case letters, digits and `-`: what each was handed is kept under it.
 * @example
 * service(WebhookSink, { store: Store, clock: Clock }, (parts) => sideBySide({ endpoints: endpointSink(parts), broker }))
 */
export function sideBySide(sinks: Readonly<Record<string, WebhookSink>>): WebhookSink {
  const wrong = Object.keys(sinks).find((name) => !/^[a-z][a-z0-9-]{0,31}$/.test(name))
  if (wrong !== undefined)
    throw new TypeError(
      `"${wrong}" names no sink. Allowed: lower-case letters, digits and "-", a letter first, 32 at most`,
    )
  return {
    sinks,
    async deliver(events) {
      const ended = await Promise.allSettled(Object.values(sinks).map((sink) => sink.deliver(events)))
      for (const end of ended) if (end.status === 'rejected') throw end.reason
    },
  }
}

/**
 * The body that is posted for an event (decisions.md section 9). Two calls for the same event give the same text.
 *
 * @returns JSON: `{ id, type, created_at, environment, account_id, sequence, data }`, and `replay_of` where it is a replay.
 */
export function eventBody(event: OutboxEvent): string {
  const { id, type, createdAt, environment, accountId, sequence, data, replayOf } = event
  return JSON.stringify({
    ...{ id, type, created_at: createdAt.toISOString(), environment, account_id: accountId, sequence, data },
    ...(replayOf === undefined ? {} : { replay_of: replayOf }),
  })
}

/** An address that an account's events are posted to. */
export interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  readonly url: string
  readonly description: string
  /** Types of events that it gets; null: all. */
  readonly events: readonly string[] | null
  readonly status: 'enabled' | 'disabled'
  /** Why it is disabled: `REQUESTED`, `GONE` (it answered 410), `FAILING` (nothing was delivered for days). Null: it is enabled. */
  readonly disabledReason: 'REQUESTED' | 'GONE' | 'FAILING' | null
  /** Since when no attempt succeeded; null: the last one did, or there was none. */
  readonly failingSince: Date | null
  /** Until when the secret before the last rotation signs as well; null: there is one secret. */
  readonly overlapUntil: Date | null
  readonly createdAt: Date
}
/** An endpoint at the one moment when its secret is shown: `whsec_<base64>`. */
export interface IssuedWebhookEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: string
}
/** One attempt to deliver an event to an endpoint (decisions.md section 9). */
export interface WebhookAttempt {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  readonly endpointId: string
  /** 1 for the first; 0: the endpoint was disabled, and nothing was sent. */
  readonly attempt: number
  /** `pending`: to come; `failed`: another follows, or it was given up with the endpoint; `exhausted`: it was the last one. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'exhausted'
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  /** A code such as `TIMEOUT`; null: none. */
  readonly error: string | null
  /** The beginning of the answer, at most 1 kB. */
  readonly responseExcerpt: string | null
  readonly scheduledAt: Date
  readonly attemptedAt: Date | null
  /** The event that this replays; null: it is no replay. */
  readonly replayOf: string | null
}

/** Whose endpoints: one account's, or everyone's for an operator (null). */
export type WebhookOwner = { readonly accountId: string; readonly environment: Environment } | null
/** Which endpoint is meant. One of another account or environment is not found. */
export interface WebhookTarget {
  readonly id: string
  readonly owner: WebhookOwner
}
/** Who changes it: for the audit log. */
export interface WebhookChange extends WebhookTarget {
  readonly actor: string
}
/** What a new endpoint is made from. */
export interface NewWebhookEndpoint {
  readonly accountId: string
  readonly environment: Environment
  readonly url: string
  readonly description?: string
  /** Types of events; all unless given, and where the list is empty. */
  readonly events?: readonly string[] | null
  readonly actor: string
}
/** What of an endpoint may be changed; what is left out stays. */
export interface WebhookPatch {
  readonly url?: string
  readonly description?: string
  readonly events?: readonly string[] | null
}
/** Which events are replayed to an endpoint. */
export interface WebhookReplayRange {
  readonly since: Date
  /** Before this; now unless given. */
  readonly until?: Date
  /** `failed`: only what this endpoint did not get; else all events of the range that its filter lets through. */
  readonly status?: 'failed'
  /** True: they are counted, and none is sent. */
  readonly dryRun?: boolean
}
/** How many events a replay covers. */
export interface WebhookReplay {
  readonly events: number
  /** The most that one replay may cover. */
  readonly cap: number
}
/** Webhook endpoints, their log, and replay. */
export interface Webhooks {
  /** @throws `ACCOUNT_NOT_FOUND`, `WEBHOOK_TARGET_NOT_ALLOWED`, `WEBHOOK_EVENT_UNKNOWN`, `WEBHOOK_TOO_MANY` */
  create(endpoint: NewWebhookEndpoint): Promise<IssuedWebhookEndpoint>
  /** Newest first. @param owner Null: of all accounts. */
  list(owner: WebhookOwner): Promise<readonly WebhookEndpoint[]>
  /** @throws `WEBHOOK_NOT_FOUND` */
  get(target: WebhookTarget): Promise<WebhookEndpoint>
  /** @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_TARGET_NOT_ALLOWED`, `WEBHOOK_EVENT_UNKNOWN` */
  update(change: WebhookChange, patch: WebhookPatch): Promise<WebhookEndpoint>
  /** Sends again from the next event on; what was missed is replayed when it is asked for. @throws `WEBHOOK_NOT_FOUND` */
  enable(change: WebhookChange): Promise<WebhookEndpoint>
  /** Nothing is sent any more; its events are kept for replay. @throws `WEBHOOK_NOT_FOUND` */
  disable(change: WebhookChange): Promise<WebhookEndpoint>
  /** For good, with its log. @throws `WEBHOOK_NOT_FOUND` */
  remove(change: WebhookChange): Promise<void>
  /** A new secret; the old one signs as well for `overlapSeconds` (0 to 604,800). @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_OVERLAP_INVALID` */
  rotate(change: WebhookChange, overlapSeconds: number): Promise<IssuedWebhookEndpoint>
  /** Sends the event `webhook.test` to this endpoint alone. @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED` @returns Its id. */
  test(change: WebhookChange): Promise<string>
  /** The attempts of an endpoint, newest first. @throws `WEBHOOK_NOT_FOUND`, `CURSOR_INVALID` */
  deliveries(
    target: WebhookTarget,
    query: { readonly cursor: string | null; readonly limit: number; readonly status?: WebhookAttempt['status'] },
  ): Promise<Page<WebhookAttempt>>
  /**
   * Sends one event again, to all of its account's enabled endpoints that take its type. It keeps its id and its bytes, or, with
   * `asNew`, is a new event with `replay_of`.
   *
   * @returns How many endpoints it goes to, and the id that it goes by.
   * @throws `WEBHOOK_EVENT_NOT_FOUND`
   */
  replayEvent(
    change: WebhookChange,
    options?: { readonly asNew?: boolean },
  ): Promise<{ readonly eventId: string; readonly endpoints: number }>
  /** Sends events again, through a delivery queue of their own. @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`, `WEBHOOK_REPLAY_TOO_LARGE` */
  replayRange(change: WebhookChange, range: WebhookReplayRange): Promise<WebhookReplay>
}
/** The webhooks of a server. */
export const Webhooks = token<Webhooks>('core.webhooks')

/** What sends deliveries that are due, beside calls. */
export interface WebhookWorker {
  /**
   * Begins.
   *
   * @param paused Asked before each round: while it is true nothing is sent.
   * @param clock What leases and schedules go by: the time of the database, where several processes share one. Its own, unless given.
   */
  start(paused: () => boolean, clock?: Clock): void
  /** Looks for what is due now, instead of in a moment. */
  wake(): void
  /** Takes nothing new on, and resolves when what is in progress has ended and is recorded. Any number of times. */
  stop(): Promise<void>
}
/** The webhook worker of a server. */
export const WebhookWorker = token<WebhookWorker>('core.webhook-worker')
