import { AdminTokens, askedPage, defineOperation, PAGE_FIELDS, pageOf, pageOfRows, presentPage } from '@parakh/core'
import * as z from 'zod'
import { AdminTokenView, presentAdminToken } from './admin-token-view.ts'

/** `admin.tokens.list` */
export const listAdminTokens = defineOperation({
  id: 'admin.tokens.list',
  effect: 'read',
  summary: 'List the credentials, without secrets',
  scope: null,
  input: z.object(PAGE_FIELDS),
  output: pageOf(AdminTokenView),
  whose: 'operators',
  command: {
    rows: 'tokens',
    all: true,
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'There are no credentials.'
        : draw.table(
            ['Credential', 'Name', 'Account', 'Scopes', 'Status', 'Expires'],
            items.map((token) => [
              ...[token.token_id, token.name, token.account_id ?? 'all', token.scopes.join('\n'), token.status],
              token.expires_at ?? 'never',
            ]),
          ),
  },
  needs: { tokens: AdminTokens },
  async handle({ input, tokens }) {
    const page = pageOfRows(await tokens.list(), askedPage(input).page, ({ id }) => id)
    return presentPage(page, presentAdminToken)
  },
})
