import { defineOperation, StandingConsents } from '@parakh/core'
import { MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { consentsWrite } from '../scopes.ts'
import { ConsentId, ConsentView, consentOf, presentConsent } from './consent-view.ts'

/** `consents.declare` */
export const declareConsent = defineOperation({
  id: 'consents.declare',
  effect: 'write',
  summary:
    'Set the standing consent of an account: it holds the consent of everybody it asks about, under the notice in force',
  scope: consentsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/consents/{plugin}/declare',
  input: z.object({
    ...ConsentId,
    reference: z.string().describe('The document in which the account declared it; no identity number'),
    expires_at: MomentField.exactOptional().describe('From when on calls need X-Consent-Ref; it has no end without it'),
  }),
  output: ConsentView,
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    options: { expires_at: { flag: 'expires-at', read: 'time' } },
    more: ({ declared }) => ({ ok: true, notice: declared?.notice }),
    text: ({ account_id, plugin, declared }) =>
      `Recorded: ${account_id} declared its consent for ${plugin} in ${declared?.reference}, under the notice ${declared?.notice}.`,
  },
  needs: { consents: StandingConsents },
  async handle({ input: { reference, expires_at: expiresAt = null, ...named }, actor, consents }) {
    return presentConsent(named, await consents.declare(consentOf(named), { reference, actor, expiresAt }))
  },
})
