import { AccessTokens, defineOperation, forbidden, issuerAbove, Keys, notFound } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { keysWrite } from '../scopes.ts'
import { KeyId, ownerOfKey } from './key-view.ts'

/** `keys.token`: for a page that tries a call, so that nobody types a secret into one. */
export const tokenKey = defineOperation({
  id: 'keys.token',
  effect: 'write',
  summary: 'Issue an access token of a sandbox key, valid for an hour',
  scope: keysWrite,
  path: '/keys/{key_id}/token',
  input: z.object(KeyId),
  output: z.object({
    token: z.string().describe('Sent as Authorization: Bearer; it ends with its key'),
    expires_at: Moment,
  }),
  whose: { owner: ownerOfKey },
  command: { positional: ['key_id'] },
  needs: { keys: Keys, tokens: AccessTokens },
  async handle({ input, viewer, keys, tokens }) {
    const found = await keys.get(input.key_id)
    if (found?.key.status !== 'active') throw notFound()
    const { key, account } = found
    issuerAbove(account, viewer.accountId)
    if (key.environment !== 'sandbox')
      throw forbidden('Tokens are issued for sandbox keys; production calls prove the secret')
    if (key.external !== null) throw forbidden('An external key is proven by its scheme')
    const { token, expiresAt } = await tokens.issue({ account, key, environment: key.environment, by: null })
    return { token, expires_at: moment(expiresAt) }
  },
})
