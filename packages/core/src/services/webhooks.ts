import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

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
}
/** Where committed events go. */
export interface WebhookSink {
  /** Takes them over. If it throws, the same events come again: at least once. */
  deliver(events: readonly OutboxEvent[]): Promise<void>
}
/** The webhook sink of a server. */
export const WebhookSink = token<WebhookSink>('core.webhook-sink')
