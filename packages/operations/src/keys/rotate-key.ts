import { defineOperation, Keys } from '@parakh/core'
import * as z from 'zod'
import { keysWrite } from '../scopes.ts'
import { issuedText } from './key-text.ts'
import { IssuedKeyView, isOfProduction, KeyId, ownerOfKey, presentIssuedKey } from './key-view.ts'

const DAY_SECONDS = 86_400
const LONGEST_OVERLAP_SECONDS = 604_800

/** `keys.rotate` */
export const rotateKey = defineOperation({
  id: 'keys.rotate',
  effect: 'write',
  summary: 'Rotate the secret of a key; the old one stays valid for an overlap',
  scope: keysWrite,
  path: '/keys/{key_id}/rotate',
  input: z.object({
    ...KeyId,
    overlap_seconds: z
      .int()
      .min(0)
      .max(LONGEST_OVERLAP_SECONDS)
      .default(DAY_SECONDS)
      .describe('How long the old secret stays valid, 0 to 604,800'),
  }),
  output: IssuedKeyView,
  whose: { owner: ownerOfKey },
  production: isOfProduction,
  stepUp: isOfProduction,
  command: {
    positional: ['key_id'],
    options: { overlap_seconds: { flag: 'overlap', read: 'duration' } },
    more: (_, { overlap_seconds }) => ({ overlap_seconds }),
    text: (key, { input }) =>
      issuedText(key, `has a new secret; the old one stays valid for ${input.overlap_seconds} seconds`),
  },
  needs: { keys: Keys },
  handle: async ({ input: { key_id, overlap_seconds }, viewer, actor, keys }) =>
    presentIssuedKey(await keys.rotate(key_id, overlap_seconds, { actor, actingFor: viewer.accountId })),
})
