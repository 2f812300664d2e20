import { defineOperation, Keys } from '@parakh/core'
import * as z from 'zod'
import { keysWrite } from '../scopes.ts'
import { issuedText } from './key-text.ts'
import { IssuedKeyView, KeyId, ownerOfKey, presentIssuedKey } from './key-view.ts'

/** `keys.promote` */
export const promoteKey = defineOperation({
  id: 'keys.promote',
  effect: 'write',
  summary: 'Promote a key: a new production key of the same account is issued; the sandbox key stays',
  scope: keysWrite,
  path: '/keys/{key_id}/promote',
  status: 201,
  input: z.object(KeyId),
  output: IssuedKeyView,
  whose: { owner: ownerOfKey },
  production: () => true,
  stepUp: true,
  command: { positional: ['key_id'], text: (key) => issuedText(key, 'is issued for production') },
  needs: { keys: Keys },
  handle: async ({ input: { key_id }, viewer, actor, keys }) =>
    presentIssuedKey(await keys.promote(key_id, { actor, actingFor: viewer.accountId })),
})
