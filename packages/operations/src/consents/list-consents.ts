import {
  askedPage,
  CONSENT_STATES,
  defineOperation,
  type GivenConsent,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  Subjects,
  shownSubject,
} from '@parakh/core'
import { Moment, MomentField, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { consentsRead } from '../scopes.ts'

const GivenView = z.object({
  at: Moment,
  account_id: z.string(),
  key_id: z.string().describe('With which API key'),
  endpoint: z.string(),
  purpose: z.string(),
  notice: z.string().describe('The version of the notice'),
  artefact: z
    .string()
    .describe(
      'The reference; Y: stated in the request; standing:<reference>: by a standing declaration of the account',
    ),
  state: z.enum(CONSENT_STATES).describe('As it stands now'),
  withdrawn_at: Moment.nullable(),
  expires_at: Moment.nullable().describe('As far as it was known at the call'),
  reference: z.string().describe('Our id of the call'),
  ip: z.string().describe('Of the caller, as retention.addresses keeps it'),
  subject: z
    .string()
    .nullable()
    .describe('For operators: the beginning of the keyed hash of the person, as in the audit log'),
})

const present = (consent: GivenConsent, forOperators: boolean): z.input<typeof GivenView> => ({
  ...{ at: moment(consent.at), account_id: consent.accountId, key_id: consent.keyId, endpoint: consent.endpoint },
  ...{ purpose: consent.purpose, notice: consent.notice, artefact: consent.artefact, state: consent.state },
  withdrawn_at: consent.withdrawnAt && moment(consent.withdrawnAt),
  expires_at: consent.expiresAt && moment(consent.expiresAt),
  ...{ reference: consent.reference, ip: consent.ip },
  // The same for every account: a reseller would see who below it asked about whom it asked about itself.
  subject: forOperators ? shownSubject(consent.subject) : null,
})

/** `consents.list` */
export const listConsents = defineOperation({
  id: 'consents.list',
  effect: 'read',
  summary: 'List the consents that production calls were made under, newest first; an account sees those of its branch',
  scope: consentsRead,
  path: '/consents',
  input: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    key_id: z.string().exactOptional(),
    endpoint: z.string().exactOptional(),
    artefact: z.string().min(1).max(200).exactOptional().describe('Only with exactly this reference'),
    state: z.enum(CONSENT_STATES).exactOptional().describe('Only those that stand so now'),
    from: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
    ...PAGE_FIELDS,
  }),
  output: pageOf(GivenView),
  whose: 'everyone',
  command: {
    rows: 'consents',
    more: ({ next_cursor }) => ({ next: next_cursor }),
    options: { limit: { default: 50 }, from: { read: 'time' }, until: { read: 'time' } },
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'There are no consents.'
        : draw.table(
            ['Time', 'Account', 'Endpoint', 'Purpose', 'Notice', 'Consent', 'State', 'Reference'],
            items.map((one) => [
              ...[
                one.at,
                one.account_id,
                one.endpoint,
                one.purpose,
                one.notice,
                one.artefact,
                one.state,
                one.reference,
              ],
            ]),
          ),
  },
  needs: { subjects: Subjects },
  async handle({ input, viewer, subjects }) {
    const { page, filters } = askedPage(input)
    const { account_id, key_id, ...rest } = filters
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    const asked = { ...rest, ...page, accountIds, ...(key_id === undefined ? {} : { keyId: key_id }) }
    return presentPage(await subjects.consents(asked), (one) => present(one, viewer.accountId === null))
  },
})
