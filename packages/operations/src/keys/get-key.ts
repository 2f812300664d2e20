import { defineOperation, Keys, notFound } from '@parakh/core'
import * as z from 'zod'
import { keysRead } from '../scopes.ts'
import { KeyId, ownerOfKey, presentUsedKey, UsedKeyView } from './key-view.ts'

/** `keys.get` */
export const getKey = defineOperation({
  id: 'keys.get',
  effect: 'read',
  summary: 'Get a key, without its secret',
  scope: keysRead,
  path: '/keys/{key_id}',
  input: z.object(KeyId),
  output: UsedKeyView,
  whose: { owner: ownerOfKey },
  command: { positional: ['key_id'] },
  needs: { keys: Keys },
  async handle({ input, keys }) {
    const found = await keys.get(input.key_id)
    if (!found) throw notFound()
    return presentUsedKey(found.key, await keys.lastUsed([found.key.id]))
  },
})
