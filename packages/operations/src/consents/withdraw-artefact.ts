import { defineOperation, WithdrawnConsents } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import { noIdentityNumber } from '@parakh/core/formats'
import * as z from 'zod'
import { consentsWithdraw } from '../scopes.ts'

/** `consents.withdraw-artefact` */
export const withdrawArtefact = defineOperation({
  id: 'consents.withdraw-artefact',
  effect: 'write',
  summary: 'Withdraw a consent by its reference: production calls of the account that state it are refused from now on',
  scope: consentsWithdraw,
  stepUp: true,
  path: '/accounts/{account_id}/consents/withdraw-artefact',
  input: z.object({
    account_id: z.string(),
    artefact: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 printable ASCII characters without a space')
      .check(noIdentityNumber)
      .describe('The reference of the consent, as calls state it in X-Consent-Ref'),
  }),
  output: z.object({
    account_id: z.string(),
    artefact: z.string(),
    withdrawn_at: Moment.describe('When it was withdrawn first'),
    actor: z.string().describe('By whom'),
  }),
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id', 'artefact'],
    more: () => ({ ok: true }),
    text: ({ account_id, artefact }) => `Calls of ${account_id} that state ${artefact} are refused from now on.`,
  },
  needs: { withdrawn: WithdrawnConsents },
  async handle({ input: { account_id, artefact }, actor, withdrawn }) {
    const { at, actor: by } = await withdrawn.withdraw(account_id, artefact, actor)
    return { account_id, artefact, withdrawn_at: moment(at), actor: by }
  },
})
