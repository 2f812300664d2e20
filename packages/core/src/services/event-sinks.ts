import { chosenPoint } from '../extension-point.ts'
import type { Environment } from '../outcome.ts'

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
  /** The event that this one replays under a new id. */
  readonly replayOf?: string
  /** Set for an event for one webhook endpoint: a test or a replay. */
  readonly endpointId?: string
}
/** Where committed events go. */
export interface EventSink {
  /** Delivers events, at least once: if it throws, the same events are delivered again. */
  deliver(events: readonly OutboxEvent[]): Promise<void>
  /** The types that it takes; all unless given. */
  readonly types?: readonly string[]
}
/**
 * The sinks of a server, chosen in the section `events` of the configuration: all sinks, by permanent names under which deliveries are
 * recorded. Each gets every event at its own pace; a failing sink gets the same events again and does not delay the others. Without the section
 * they are the webhook endpoints of accounts and the alerts, as far as their plugins are configured; without any, events are kept for replay and then dropped.
 *
 * @example
 * const kafka = EventSinks.driver({
 *   id: 'kafka', options: z.object({ brokers: z.array(z.string()) }), needs: {},
 *   make: ({ options }) => kafkaSink(options.brokers),
 * })
 */
export const EventSinks = chosenPoint<EventSink>('core.event-sinks')({
  version: 1,
  sectionKey: 'events',
  count: 'many',
  fallback: { endpoints: 'webhooks', alerts: 'alerts' },
})

/**
 * The body that is posted for an event (decisions.md section 9). Deterministic: the same event gives the same text.
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
