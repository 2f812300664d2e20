import {
  AccountPeople,
  type Composition,
  defineSettings,
  EventSinks,
  MAIL_LANGUAGES,
  Mailer,
  SignedPosts,
} from '@parakh/core'
import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { alertsErrors } from './error-codes.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')
/** When nothing is mailed, in Asia/Kolkata. May pass midnight. */
export const QuietHours = z
  .strictObject({
    from: TimeOfDay.describe('In Asia/Kolkata, such as 22:00'),
    until: TimeOfDay.describe('Excluded; before `from` it is of the next day'),
  })
  .refine(({ from, until }) => from !== until, 'must have two different times')
  .readonly()
export type QuietHours = z.output<typeof QuietHours>

/** `whsec_` and 24 to 64 bytes in base64. */
const WebhookSecret = z
  .string()
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    'must be whsec_ and 24 to 64 bytes in base64',
  )

/** The section of the plugin (docs/guides/alerts.md). */
export const AlertSettings = defineSettings(
  'alerts',
  z.strictObject({
    joinMinutes: wholeNumber(0, 60)
      .default(5)
      .describe('So long an alert waits for others that go into the same mail. One that is urgent goes at once'),
    minutesBetweenMails: wholeNumber(1, 1_440)
      .default(15)
      .describe('Between two mails to a person about an account; what comes meanwhile is in the second'),
    accountsPerMinute: wholeNumber(1, 10_000)
      .default(200)
      .describe(
        'Accounts that are looked at in turn, for what no event tells; events have an account looked at at once',
      ),
    language: z.enum(MAIL_LANGUAGES).default('en').describe('Of mails to people who chose none'),
    quietHours: QuietHours.optional().describe(
      'Of people who chose none: until they end, only what is urgent is mailed',
    ),
    webhook: z
      .strictObject({
        url: z
          .url({ protocol: /^https?$/, abort: true })
          .describe('Where alerts of all accounts and of the server are posted'),
        secret: WebhookSecret.describe('Signs them, as webhooks of accounts are signed'),
      })
      .optional(),
  }),
)
/** The section as it was read. */
export type AlertSection = z.output<(typeof AlertSettings)['definition']['schema']>

/** Alerts have a way to somebody, and hear of events. */
export const alertFaults = (
  { webhook }: Pick<AlertSection, 'webhook'>,
  { has, section, chosen }: Pick<Composition, 'has' | 'section' | 'chosen'>,
) => [
  ...(webhook === undefined && !(has(Mailer) && has(AccountPeople))
    ? [alertsErrors.fault('ALERTS_REACH_NOBODY', section, { section })]
    : []),
  ...(webhook !== undefined && !has(SignedPosts)
    ? [alertsErrors.fault('ALERTS_NEED_WEBHOOKS', `${section}.webhook`)]
    : []),
  ...([...chosen(EventSinks).values()].some(({ driver }) => driver === 'alerts')
    ? []
    : [alertsErrors.fault('ALERTS_SINK_MISSING', 'events')]),
]
