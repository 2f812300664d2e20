import type { StandingConsent, StandingConsentOf } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'

/** Whose declaration, and for which plugin. */
export const ConsentId = {
  account_id: z.string(),
  plugin: z.string().min(1).max(100).describe('The plugin whose calls it covers'),
} as const
const Consents = z.object(ConsentId)

/** What an account has declared for all its production calls of a plugin. */
export const ConsentView = z.object({
  ...ConsentId,
  declared: z
    .object({
      reference: z.string().describe('The document in which the account declared it'),
      notice: z.string().describe('The version of the notice in force then; a later notice needs a new declaration'),
      actor: z.string().describe('Who wrote it down'),
      expires_at: Moment.nullable().describe('From then on calls need X-Consent-Ref; null: it has no end'),
    })
    .nullable()
    .describe('Null: nothing, or it was withdrawn'),
})

/** The declaration that fields of an input name. */
export const consentOf = ({ account_id, plugin }: z.output<typeof Consents>): StandingConsentOf => ({
  accountId: account_id,
  plugin,
})

/** Presents what an account has declared. */
export const presentConsent = (
  { account_id, plugin }: z.output<typeof Consents>,
  declared: StandingConsent | null,
): z.input<typeof ConsentView> => ({
  ...{ account_id, plugin },
  declared: declared && {
    ...{ reference: declared.reference, notice: declared.notice, actor: declared.actor },
    expires_at: declared.expiresAt && moment(declared.expiresAt),
  },
})
