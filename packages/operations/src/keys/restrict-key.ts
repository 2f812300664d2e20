import { Clock, defineOperation, invalidInput, Keys, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { keysWrite } from '../scopes.ts'
import { RESTRICTIONS, restrictionsOf } from './key-restrictions.ts'
import { drawKeys, RESTRICTION_OPTIONS } from './key-text.ts'
import { isOfProduction, KeyId, ownerOfKey, presentUsedKey, UsedKeyView } from './key-view.ts'

/** `keys.restrict` */
export const restrictKey = defineOperation({
  id: 'keys.restrict',
  effect: 'write',
  method: 'PATCH',
  summary: 'Change label and restrictions of a key; omitted fields stay unchanged',
  scope: keysWrite,
  path: '/keys/{key_id}',
  input: z.object({ ...KeyId, ...RESTRICTIONS }),
  output: UsedKeyView,
  whose: { owner: ownerOfKey },
  production: isOfProduction,
  stepUp: isOfProduction,
  command: {
    positional: ['key_id'],
    options: RESTRICTION_OPTIONS,
    text: (key, { draw }) => drawKeys([key], draw),
  },
  needs: { clock: Clock, keys: Keys, offered: OfferedEndpoints },
  async handle({ input: { key_id, ...rest }, viewer, actor, keys, ...services }) {
    const to = restrictionsOf(services, rest)
    if (Object.keys(to).length === 0)
      throw invalidInput({ label: 'is missing, and so are the other restrictions. Allowed: one or more of them' })
    return presentUsedKey(
      await keys.restrict(key_id, to, { actor, actingFor: viewer.accountId }),
      await keys.lastUsed([key_id]),
    )
  },
})
