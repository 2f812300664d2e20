import { AdminTokens, defineOperation, HostScopes, invalidInput, type Scope } from '@parakh/core'
import { MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { AdminTokenView, presentAdminToken } from './admin-token-view.ts'

const ALL = '*'

/**
 * `admin.tokens.create`. It has no scope: a credential that may make others could make one that may do more, and that lives on after it was
 * revoked itself (decision 0097).
 */
export const createAdminToken = defineOperation({
  id: 'admin.tokens.create',
  effect: 'write',
  summary: 'Issue a credential; it is shown once',
  scope: null,
  input: z.object({
    name: z.string().describe('Unique, also after revocation: the audit log names the actor by it'),
    account_id: z
      .string()
      .nullable()
      .default(null)
      .describe('Restrict it to this account and all below it (default: an operator, who sees all accounts)'),
    scopes: z
      .array(z.string())
      .min(1)
      .max(200)
      .default([ALL])
      .describe('Its permissions; "admin tokens scopes" lists them'),
    expires_at: MomentField.nullable().default(null),
  }),
  output: AdminTokenView.extend({ token: z.string() }),
  whose: 'operators',
  command: {
    options: { scopes: { value: '<scopes>' }, expires_at: { flag: 'expires', read: 'end', null: 'never' } },
    text: ({ token_id, name, account_id, scopes, token }) =>
      [
        `Credential ${token_id} (${name}) is issued for ${account_id === null ? 'an operator' : `account ${account_id} and all below it`}.`,
        `  token   ${token}`,
        `  scopes  ${scopes.join(', ')}`,
        'The token is not shown again. Send it as Authorization: Bearer.',
      ].join('\n'),
  },
  needs: { known: HostScopes, tokens: AdminTokens },
  async handle({ input: { name, account_id: accountId, scopes, expires_at: expiresAt }, actor, known, tokens }) {
    requireKnown(scopes, known)
    const { token, secret } = await tokens.create({ name, accountId, scopes, expiresAt, actor })
    return { ...presentAdminToken(token), token: secret }
  },
})

/** @throws `VALIDATION_FAILED` for a scope that no operation of the host has. */
function requireKnown(scopes: readonly string[], known: readonly Scope[]): void {
  const allowed = [ALL, ...known.map(({ id }) => id)]
  const unknown = scopes.find((scope) => !allowed.includes(scope))
  if (unknown !== undefined) throw invalidInput({ scopes: `"${unknown}" is no scope. Allowed: ${allowed.join(', ')}` })
}
