import { AdminTokens, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AdminTokenView, presentAdminToken } from './admin-token-view.ts'

/** `admin.tokens.revoke` */
export const revokeAdminToken = defineOperation({
  id: 'admin.tokens.revoke',
  effect: 'write',
  summary: 'Revoke a credential, from the next request on',
  scope: null,
  input: z.object({ token_id: z.string() }),
  output: AdminTokenView,
  whose: 'operators',
  command: {
    positional: ['token_id'],
    options: { token_id: { flag: 'credential' } },
    more: () => ({ ok: true }),
    text: ({ token_id, name }) => `Credential ${token_id} (${name}) is revoked.`,
  },
  needs: { tokens: AdminTokens },
  handle: async ({ input, actor, tokens }) => presentAdminToken(await tokens.revoke(input.token_id, actor)),
})
