import { createHash } from 'node:crypto'
import { errorFacts, type MailAttachment } from '@parakh/core'
import { mayRead, wants } from '../rules/choice.ts'
import { againAt } from '../rules/due.ts'
import { quietUntil } from '../rules/quiet-hours.ts'
import { mailStatements as statements } from '../tables/mail-statements.ts'
import { type AlertParts, accountOf, nowOf } from '../telling/alert-parts.ts'
import { readersOf } from '../telling/readers.ts'
import { alertMail, type MailedAlert } from './alert-mail.ts'

const MINUTE_MS = 60_000
/** Longer than a mail host may take over all of its answers. */
const LEASE_MS = 600_000
const AT_ONCE = 8
/** Alerts in one mail. */
const MOST_IN_MAIL = 50

interface Mailbox {
  readonly person_id: string
  readonly place: string
}

/**
 * Sends the mails that are due, each by one process. What a mail tells goes with its mark in one commit, after the mail host has taken it over: a
 * process that ends between the two sends it again, under the same `Message-ID`.
 */
export async function sendMails(parts: AlertParts, signal: AbortSignal): Promise<void> {
  if (parts.people === null) return
  while (!signal.aborted) {
    const due = await parts.tables.rows(statements.dueMailboxes({ at: nowOf(parts), limit: AT_ONCE }))
    if (due.length === 0) return
    const sent = await Promise.all(due.map(({ tries, ...mailbox }) => sendOne(parts, mailbox, tries + 1)))
    if (!sent.includes(true)) return
  }
}

/** @returns Whether this process had it. */
async function sendOne(parts: AlertParts, mailbox: Mailbox, tries: number): Promise<boolean> {
  const { tables, logger } = parts
  const at = nowOf(parts)
  const lease = statements.leaseMailbox({ ...mailbox, at, until: at + LEASE_MS })
  if ((await tables.transaction((tx) => tx.run(lease))) === 0) return false
  try {
    await sendLeased(parts, mailbox, at)
  } catch (error) {
    const due_at = againAt(tries, at)
    logger.warn('alerts.mail_not_sent', {
      person: mailbox.person_id,
      tries,
      again: due_at !== null,
      ...errorFacts(error),
    })
    if (due_at === null) await done(parts, mailbox, { at, isSent: false, ids: await idsOf(parts, mailbox) })
    else await tables.transaction((tx) => tx.run(statements.postpone({ ...mailbox, due_at, tries })))
  }
  return true
}

const idsOf = async ({ tables }: AlertParts, mailbox: Mailbox): Promise<readonly string[]> =>
  (await tables.rows(statements.notices({ ...mailbox, limit: MOST_IN_MAIL }))).map(({ id }) => id)

async function sendLeased(parts: AlertParts, mailbox: Mailbox, at: number): Promise<void> {
  const { tables, people, accounts, scopes, rules } = parts
  const accountId = accountOf(mailbox.place)
  const account = accountId === null ? null : await accounts.get(accountId)
  // Its role may be another one by now, or none.
  const reader = (await readersOf(parts, accountId)).find(({ person }) => person.id === mailbox.person_id)
  const notices = await tables.rows(statements.notices({ ...mailbox, limit: MOST_IN_MAIL }))
  const ids = notices.map(({ id }) => id)
  if (!reader || account?.status === 'closed') return await done(parts, mailbox, { at, isSent: false, ids })
  const { person, choice } = reader
  const mailed = notices.flatMap((notice): readonly MailedAlert[] => {
    const rule = rules.get(notice.alert)
    const isRead = rule && wants(choice, notice.alert) && mayRead(person, accountId, { scope: rule.scope, all: scopes })
    return isRead ? [{ ...notice, rule }] : []
  })
  if (mailed.length === 0) return await done(parts, mailbox, { at, isSent: false, ids })
  const passes = !choice.isQuietForUrgent && mailed.some(({ severity }) => severity === 'now')
  const until = passes ? null : quietUntil(at, choice.quietHours)
  if (until !== null)
    return void (await tables.transaction((tx) => tx.run(statements.postpone({ ...mailbox, due_at: until, tries: 0 }))))
  const { language } = choice
  const place = { language, accountName: account?.name ?? null, hasMore: notices.length === MOST_IN_MAIL }
  await people?.send({
    ...{ to: person, accountId, language, content: alertMail(mailed, place) },
    attachments: accountId === null ? [] : await attachmentsOf(parts, accountId, mailed),
    id: `alerts-${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`,
  })
  await done(parts, mailbox, { at: nowOf(parts), isSent: true, ids })
}

/** A file that cannot be made is left out: the mail leads to the page that has it. */
async function attachmentsOf(
  { logger }: AlertParts,
  accountId: string,
  mailed: readonly MailedAlert[],
): Promise<readonly MailAttachment[]> {
  const files = mailed.map(async ({ alert, rule, params }) => {
    if (rule.of !== 'events') return []
    try {
      return (await rule.attachments?.(accountId, params)) ?? []
    } catch (error) {
      logger.warn('alerts.not_attached', { alert, ...errorFacts(error) })
      return []
    }
  })
  return (await Promise.all(files)).flat()
}

/** What was told, or is told to nobody any more, is gone; what came meanwhile goes into a later mail. */
async function done(
  { tables, settings }: AlertParts,
  mailbox: Mailbox,
  { at, isSent, ids }: { readonly at: number; readonly isSent: boolean; readonly ids: readonly string[] },
): Promise<void> {
  await tables.transaction(function* (tx) {
    yield* tx.first(statements.lockMailbox(mailbox))
    if (ids.length > 0) yield* tx.run(statements.dropNotices({ ids: [...ids] }))
    const left = yield* tx.first(statements.anyNotice(mailbox))
    const due_at = left === null ? null : at + settings.minutesBetweenMails * MINUTE_MS
    yield* tx.run(statements.mailed({ ...mailbox, due_at, mailed_at: isSent ? at : null }))
  })
}
