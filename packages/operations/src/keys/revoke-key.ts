import { defineOperation, Keys } from '@parakh/core'
import * as z from 'zod'
import { keysWrite } from '../scopes.ts'
import { isOfProduction, KeyId, KeyView, ownerOfKey, presentKey } from './key-view.ts'

/** `keys.revoke` */
export const revokeKey = defineOperation({
  id: 'keys.revoke',
  effect: 'write',
  summary: 'Revoke a key, from the next request on',
  scope: keysWrite,
  path: '/keys/{key_id}/revoke',
  input: z.object(KeyId),
  output: KeyView,
  whose: { owner: ownerOfKey },
  production: isOfProduction,
  command: {
    positional: ['key_id'],
    more: () => ({ ok: true }),
    text: ({ key_id, api_key }) => `Key ${key_id} (${api_key}) is revoked.`,
  },
  needs: { keys: Keys },
  handle: async ({ input: { key_id }, actor, keys }) => presentKey(await keys.revoke(key_id, actor)),
})
