import { defineOperation, HostScopes } from '@parakh/core'
import * as z from 'zod'

/** `admin.tokens.scopes` */
export const listScopes = defineOperation({
  id: 'admin.tokens.scopes',
  effect: 'read',
  summary: 'List the scopes of credentials',
  scope: null,
  input: z.object({}),
  output: z.object({
    scopes: z.array(z.object({ scope: z.string(), for: z.string(), summary: z.string() })),
  }),
  whose: 'operators',
  command: {
    text: ({ scopes }, { draw }) =>
      draw.table(
        ['Scope', 'For', 'Permits'],
        scopes.map(({ scope, for: whom, summary }) => [scope, whom, summary]),
      ),
  },
  needs: { scopes: HostScopes },
  handle: async ({ scopes }) => ({
    scopes: scopes.map(({ id, for: whom, summary }) => ({ scope: id, for: whom, summary })),
  }),
})
