import type { Environment, Page } from '@parakh/core'

/** One attempt to deliver an event to an endpoint (decisions.md section 9). */
export interface WebhookAttempt {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  readonly endpointId: string
  /** 1 for the first; 0: the endpoint was disabled, and nothing was sent. */
  readonly attempt: number
  /** `pending`: not made yet; `failed`: another follows, or the endpoint was disabled; `exhausted`: it was the last one. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'exhausted'
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  /** A code such as `TIMEOUT`; null: none. */
  readonly error: string | null
  /** The beginning of the response body, at most 1 kB. */
  readonly responseExcerpt: string | null
  readonly scheduledAt: Date
  readonly attemptedAt: Date | null
  /** The replayed event; null: no replay. */
  readonly replayOf: string | null
}

/**
 * The states of a delivery: of one event at one endpoint. `retrying`: it failed, and another attempt follows; `delivered`:
 * one attempt was taken, whatever follows.
 */
export const DELIVERY_STATES = ['pending', 'retrying', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** What became of an event at an endpoint. */
export interface EventDelivery {
  readonly endpointId: string
  readonly status: DeliveryState
  /** Attempts that were made. */
  readonly attempts: number
  /** Of the last attempt that was made; null: none was, or no answer came. */
  readonly httpStatus: number | null
  readonly error: string | null
  readonly attemptedAt: Date | null
  /** When the next attempt is due; null: none follows. */
  readonly nextAt: Date | null
}
/** An event of an account, with its deliveries; none: no endpoint receives its type. */
export interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  /** The event that it tells of once more; null: none. */
  readonly replayOf: string | null
  readonly deliveries: readonly EventDelivery[]
}
/** An event with what is posted of it. */
export interface LoggedEventDetail extends LoggedEvent {
  /** The body of each attempt, as it is signed. */
  readonly body: string
  /** The newest 200, at all endpoints. */
  readonly attempts: readonly WebhookAttempt[]
}
/** Whose events. */
export interface EventWallet {
  readonly accountId: string
  readonly environment: Environment
}
/** A query for events; absent filters match all. */
export interface EventQuery {
  readonly cursor: string | null
  /** 1 to 100. */
  readonly limit: number
  readonly type?: string
  /** Events with a delivery in this state. */
  readonly status?: DeliveryState
  /** Events with a delivery to this endpoint. */
  readonly endpointId?: string
  readonly since?: Date
  /** Excluded. */
  readonly until?: Date
}
/** The log of events that are delivered by webhooks, kept as long as the host keeps events. */
export interface EventLog {
  /**
   * Newest first. One search looks at 2,000 events at most: where few of them match, a page has fewer rows than asked, or none, and a cursor.
   *
   * @throws `CURSOR_INVALID`
   */
  events(wallet: EventWallet, query: EventQuery): Promise<Page<LoggedEvent>>
  /** @throws `WEBHOOK_EVENT_NOT_FOUND` */
  event(wallet: EventWallet, id: string): Promise<LoggedEventDetail>
}
