import type { AlertRule, StandingAlert, Steps, TableTransaction } from '@parakh/core'
import { moment, momentOrNone } from '@parakh/core/fields'
import { mayRead, wants } from '../rules/choice.ts'
import { mailDue } from '../rules/due.ts'
import { keyOf, SAME_MS } from '../rules/standing-changes.ts'
import { alertStatements } from '../tables/alert-statements.ts'
import { mailStatements } from '../tables/mail-statements.ts'
import { type AlertParts, placeOf } from './alert-parts.ts'
import type { Reader } from './readers.ts'

/** An alert to tell. */
export interface Tellable extends StandingAlert {
  readonly alert: string
  readonly rule: AlertRule
}
/** Whom it is told. */
export interface Audience {
  /** Null: operators. */
  readonly accountId: string | null
  readonly readers: readonly Reader[]
}

/**
 * Marks an alert as told, and puts it into the mails of its readers and before the operators' webhook, in one commit: told once, however many
 * processes look. @param endedAt Of what does not stand: the same event is told no second time.
 */
export function* tell(
  tx: TableTransaction,
  parts: AlertParts,
  {
    one,
    audience,
    at,
    endedAt = null,
  }: {
    readonly one: Tellable
    readonly audience: Audience
    readonly at: number
    readonly endedAt?: number | null
  },
): Steps<void> {
  const { accountId, readers } = audience
  const place = placeOf(accountId)
  const { severity, alert, rule, params } = one
  const key = keyOf(one)
  const row = { place, ...key, severity, at, ended_at: endedAt, over_before: at - SAME_MS }
  if ((yield* tx.run(alertStatements.tell(row))) === 0) return
  const { ids, settings, scopes } = parts
  if (settings.webhook) {
    const body = JSON.stringify(postOf(one, { accountId, at }))
    yield* tx.run(mailStatements.insertPost({ id: ids.next(), body, due_at: at }))
  }
  for (const { person, choice } of readers) {
    if (!wants(choice, alert) || !mayRead(person, accountId, { scope: rule.scope, all: scopes })) continue
    const mailbox = { person_id: person.id, place }
    yield* tx.run(mailStatements.beginMailbox(mailbox))
    const times = (yield* tx.first(mailStatements.lockMailbox(mailbox))) ?? { due_at: null, mailed_at: null }
    const notice = { id: ids.next(), ...mailbox, ...key, severity, params: JSON.stringify(params), at }
    yield* tx.run(mailStatements.insertNotice(notice))
    yield* tx.run(mailStatements.setDue({ ...mailbox, due_at: mailDue(times, severity, { at, ...settings }) }))
  }
}

/** What the operators' webhook gets: figures, labels and ids, never an identity number or a secret. */
const postOf = (
  { alert, rule, environment, severity, subject, since, params }: Tellable,
  { accountId, at }: { readonly accountId: string | null; readonly at: number },
) => ({
  type: 'alert.told',
  timestamp: moment(at),
  data: {
    ...{ alert, title: rule.title, account_id: accountId, environment, severity, subject, since: momentOrNone(since) },
    ...{ page: rule.page, params },
  },
})
