import { defineOperation, StandingConsents } from '@parakh/core'
import * as z from 'zod'
import { consentsRead } from '../scopes.ts'
import { ConsentId, ConsentView, consentOf, presentConsent } from './consent-view.ts'

/** `consents.get` */
export const getConsent = defineOperation({
  id: 'consents.get',
  effect: 'read',
  summary: 'Get the standing consent of an account, for a plugin',
  scope: consentsRead,
  path: '/accounts/{account_id}/consents/{plugin}',
  input: z.object(ConsentId),
  output: ConsentView,
  whose: { account: 'account_id' },
  command: {
    name: 'consents show',
    positional: ['account_id'],
    text: ({ account_id, plugin, declared }) =>
      declared
        ? `${account_id} declared its consent for ${plugin} in ${declared.reference}, to the notice ${declared.notice}.`
        : `${account_id} has declared nothing for ${plugin}.`,
  },
  needs: { consents: StandingConsents },
  handle: async ({ input, consents }) => presentConsent(input, await consents.get(consentOf(input))),
})
