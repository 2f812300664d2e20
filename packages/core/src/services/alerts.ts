import { extensionPoint } from '../extension-point.ts'
import type { Scope } from '../operation/scope.ts'
import type { Environment } from '../outcome.ts'
import type { OutboxEvent } from './event-sinks.ts'
import type { MailAttachment } from './mailer.ts'

/** `now`: calls or money stop, or a secret is known to others. `soon`: there is time. */
export const ALERT_SEVERITIES = ['now', 'soon'] as const
/** How urgent an act is. */
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number]

/** The most alerts of one rule that are told. */
export const MOST_ALERTS = 20

/** A condition that holds now and needs an act of somebody. It is over when its rule no longer answers it. */
export interface StandingAlert {
  /** Tells those of one rule apart: the id of what it is about. Null: the rule has one at most. */
  readonly subject: string | null
  /** Null: it is of no environment. */
  readonly environment: Environment | null
  readonly severity: AlertSeverity
  /** Since when it holds; null: that is not kept. */
  readonly since: Date | null
  /** What its text says: figures, labels and ids, times as ISO 8601. Never an identity number or a secret: it is mailed. */
  readonly params: Readonly<Record<string, string>>
}
interface OfAnyAlert {
  /** In English, begins with a capital letter: `Webhook endpoint was disabled`. Shown where nothing has a better text. */
  readonly title: string
  /** Who may read it: that of the operation that shows what it is about. */
  readonly scope: Scope
  /** Where one acts: a page of the console by the last part of its address, such as `webhooks`; null: on none of them. */
  readonly page: string | null
}
/** Of accounts. */
export interface AccountAlertRule extends OfAnyAlert {
  readonly of: 'accounts'
  /** Computed from what is now, in both environments. It is asked each minute by each open console: a bounded read by an index. */
  standing(accountId: string): Promise<readonly StandingAlert[]>
}
/** Of the server, for operators. */
export interface OperatorAlertRule extends OfAnyAlert {
  readonly of: 'operators'
  /** As that of accounts. */
  standing(): Promise<readonly StandingAlert[]>
}
/** What of an event is told. */
export type ToldEvent = Pick<StandingAlert, 'subject' | 'severity' | 'params'>
/** What happened to an account, by one of its events: nothing stands, so `alerts.list` has none of these. It is mailed once. */
export interface EventAlertRule extends OfAnyAlert {
  readonly of: 'events'
  /** The type: `key.created`. */
  readonly event: string
  /** Null: this one is not told. */
  told(event: Pick<OutboxEvent, 'environment' | 'data'>): ToldEvent | null
  /** Files for its mail, made when it is sent. */
  attachments?(accountId: string, params: StandingAlert['params']): Promise<readonly MailAttachment[]>
}
/** Knows one condition that needs an act, or one event that its account should know of. */
export type AlertRule = AccountAlertRule | OperatorAlertRule | EventAlertRule

/**
 * The conditions that need an act: `alerts.list` answers them under `plugin/id`, and @parakh/alerts mails them. What waits in numbers for a decision is a queue
 * (`WorkQueues`).
 *
 * @example
 * Alerts.contribute({
 *   id: 'letter-returned', needs: { letters: Letters },
 *   make: ({ letters }) => ({
 *     of: 'accounts', title: 'Letter came back', scope: lettersRead, page: null,
 *     standing: async (accountId) => (await letters.returned(accountId, MOST_ALERTS)).map(({ id, at }) => ({
 *       subject: id, environment: 'production', severity: 'soon', since: at, params: { letter_id: id },
 *     })),
 *   }),
 * })
 */
export const Alerts = extensionPoint<AlertRule>('core.alerts', { version: 1 })
