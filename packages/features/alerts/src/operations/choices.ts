import { type AlertRule, defineOperation, defineScope, forbidden, MAIL_LANGUAGES, personSelf } from '@parakh/core'
import * as z from 'zod'
import { alertsErrors } from '../error-codes.ts'
import { mayRead } from '../rules/choice.ts'
import { QuietHours } from '../settings.ts'
import { mailStatements } from '../tables/mail-statements.ts'
import { AlertParts, placeOf } from '../telling/alert-parts.ts'
import { type Reader, readersOf } from '../telling/readers.ts'

const ChoiceView = z.object({
  mailed: z.boolean().describe('False: no alerts are mailed'),
  language: z.enum(MAIL_LANGUAGES),
  quiet_hours: QuietHours.nullable().describe('In Asia/Kolkata; what comes in them is mailed when they end'),
  quiet_for_urgent: z.boolean().describe('True: quiet hours hold for what is urgent too'),
  alerts: z
    .array(z.object({ alert: z.string(), title: z.string().describe('In English'), mailed: z.boolean() }))
    .describe('Those that the role may read'),
})
/** It also says that the host has this feature. */
const alertMailsRead = defineScope('alert-mails:read', {
  for: 'branch',
  summary: 'See which alerts are mailed to oneself',
})
const own = {
  whose: 'person',
  path: '/me/alerts',
  output: ChoiceView,
  needs: { parts: AlertParts },
} as const

/** What the person who runs it is mailed about the account for which it acts, or as an operator. */
export const getAlertChoice = defineOperation({
  ...{ ...own, id: 'me.alerts', effect: 'read', scope: alertMailsRead },
  summary: 'See which alerts are mailed to you, and when',
  input: z.object({}),
  handle: async ({ viewer: { accountId }, person, parts }) =>
    viewOf(parts, await ownReader(parts, accountId, person?.id), accountId),
})

/** Changes it. */
export const setAlertChoice = defineOperation({
  ...{ ...own, id: 'me.choose-alerts', effect: 'write', method: 'PATCH', scope: personSelf },
  summary: 'Choose which alerts are mailed to you, and when',
  input: z.object({
    mailed: ChoiceView.shape.mailed.exactOptional(),
    language: ChoiceView.shape.language.exactOptional(),
    quiet_hours: ChoiceView.shape.quiet_hours.exactOptional(),
    quiet_for_urgent: ChoiceView.shape.quiet_for_urgent.exactOptional(),
    muted: z.array(z.string()).max(200).exactOptional().describe('Alerts that are not mailed'),
  }),
  async handle({ input, viewer: { accountId }, person, parts }) {
    const reader = await ownReader(parts, accountId, person?.id)
    const { choice } = reader
    const known = offered(parts, reader, accountId).map(([alert]) => alert)
    const unknown = input.muted?.find((alert) => !known.includes(alert))
    if (unknown !== undefined) throw alertsErrors.error('ALERT_INVALID', { alert: unknown, allowed: known.join(', ') })
    const { mailed = choice.isMailed, muted = choice.muted, language = choice.language } = input
    const { quiet_hours: hours = choice.quietHours, quiet_for_urgent = choice.isQuietForUrgent } = input
    const row = {
      ...{ person_id: reader.person.id, place: placeOf(accountId), is_mailed: Number(mailed), language },
      ...{ muted: JSON.stringify(muted), quiet: JSON.stringify({ hours }), quiet_for_urgent: Number(quiet_for_urgent) },
    }
    await parts.tables.transaction((tx) => tx.run(mailStatements.choose(row)))
    return viewOf(parts, await ownReader(parts, accountId, reader.person.id), accountId)
  },
})

/** @throws `FORBIDDEN` where the person has no e-mail address or no role here. */
async function ownReader(parts: AlertParts, accountId: string | null, personId: string | undefined): Promise<Reader> {
  const reader = (await readersOf(parts, accountId)).find(({ person }) => person.id === personId)
  if (!reader) throw forbidden('Alerts are mailed to people who have an e-mail address and a role in the account')
  return reader
}

/** The alerts that a person may read, in the order of their titles. */
const offered = (
  { rules, scopes }: AlertParts,
  { person }: Reader,
  accountId: string | null,
): readonly (readonly [string, AlertRule])[] =>
  [...rules]
    .filter(([, rule]) => (rule.of === 'operators') === (accountId === null))
    .filter(([, { scope }]) => mayRead(person, accountId, { scope, all: scopes }))
    .sort(([, one], [, other]) => one.title.localeCompare(other.title))

const viewOf = (parts: AlertParts, reader: Reader, accountId: string | null): z.input<typeof ChoiceView> => {
  const { isMailed, language, quietHours, isQuietForUrgent, muted } = reader.choice
  return {
    ...{ mailed: isMailed, language, quiet_hours: quietHours, quiet_for_urgent: isQuietForUrgent },
    alerts: offered(parts, reader, accountId).map(([alert, { title }]) => ({
      ...{ alert, title },
      mailed: !muted.includes(alert),
    })),
  }
}
