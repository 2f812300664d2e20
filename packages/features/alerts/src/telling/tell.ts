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
  const { accountId } = audience
  const row = { place: placeOf(accountId), ...keyOf(one), severity: one.severity, at, ended_at: endedAt }
  if ((yield* tx.run(alertStatements.tell({ ...row, over_before: at - SAME_MS }))) === 0) return
  if (parts.settings.webhook) {
    const body = JSON.stringify(postOf(one, { accountId, at }))
    yield* tx.run(mailStatements.insertPost({ id: parts.ids.next(), body, due_at: at }))
  }
  yield* notify(tx, parts, { one, audience, at })
}

/** Whether a reader wants an alert, and may read it. */
const isFor = (
  { person, choice }: Reader,
  { alert, rule }: Tellable,
  { accountId, scopes }: { readonly accountId: string | null } & Pick<AlertParts, 'scopes'>,
): boolean => wants(choice, alert) && mayRead(person, accountId, { scope: rule.scope, all: scopes })

/** Puts an alert into the next mails of its readers. */
function* notify(
  tx: TableTransaction,
  { ids, settings, scopes }: AlertParts,
  { one, audience, at }: { readonly one: Tellable; readonly audience: Audience; readonly at: number },
): Steps<void> {
  const { accountId, readers } = audience
  const place = placeOf(accountId)
  const { severity, params } = one
  for (const reader of readers) {
    if (!isFor(reader, one, { accountId, scopes })) continue
    const mailbox = { person_id: reader.person.id, place }
    yield* tx.run(mailStatements.beginMailbox(mailbox))
    const times = (yield* tx.first(mailStatements.lockMailbox(mailbox))) ?? { due_at: null, mailed_at: null }
    const notice = { id: ids.next(), ...mailbox, ...keyOf(one), severity, params: JSON.stringify(params), at }
    yield* tx.run(mailStatements.insertNotice(notice))
    yield* tx.run(mailStatements.setDue({ ...mailbox, due_at: mailDue(times, severity, { at, ...settings }) }))
  }
}

/** Puts what stands, and was told before they came, into the first mail of people who were never told of this place. */
export function* tellNewcomers(
  tx: TableTransaction,
  parts: AlertParts,
  {
    standing,
    audience: { accountId, readers },
    at,
  }: { readonly standing: readonly Tellable[]; readonly audience: Audience; readonly at: number },
): Steps<void> {
  for (const reader of readers) {
    const theirs = standing.filter((one) => isFor(reader, one, { accountId, ...parts }))
    if (theirs.length === 0) continue
    // Of several processes that look at once, one begins it.
    const mailbox = { person_id: reader.person.id, place: placeOf(accountId) }
    if ((yield* tx.run(mailStatements.beginMailbox(mailbox))) === 0) continue
    for (const one of theirs) yield* notify(tx, parts, { one, audience: { accountId, readers: [reader] }, at })
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
