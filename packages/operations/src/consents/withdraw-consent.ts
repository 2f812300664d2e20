import { defineOperation, StandingConsents } from '@parakh/core'
import * as z from 'zod'
import { consentsWrite } from '../scopes.ts'
import { ConsentId, consentOf } from './consent-view.ts'

/** `consents.withdraw` */
export const withdrawConsent = defineOperation({
  id: 'consents.withdraw',
  effect: 'write',
  summary: 'Revoke the standing consent of an account, for the calls to come',
  scope: consentsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/consents/{plugin}/withdraw',
  input: z.object(ConsentId),
  output: z.object({ ...ConsentId, withdrawn: z.boolean().describe('False: there was none') }),
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    more: () => ({ ok: true }),
    text: ({ account_id, plugin, withdrawn }) =>
      withdrawn
        ? `Calls of ${plugin} by ${account_id} need X-Consent-Ref from now on.`
        : `${account_id} has declared nothing for ${plugin}.`,
  },
  needs: { consents: StandingConsents },
  handle: async ({ input, actor, consents }) => ({
    ...input,
    withdrawn: await consents.withdraw(consentOf(input), actor),
  }),
})
