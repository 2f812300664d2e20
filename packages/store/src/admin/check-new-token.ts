import { checkFreeText, type NewAdminToken, type Scope } from '@parakh/core'
import { storeErrors } from '../error-codes.ts'

const NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/

/**
 * Holds a new credential against what is allowed.
 *
 * @param known The scopes of the host.
 * @throws `ADMIN_TOKEN_INVALID`, `IDENTITY_NUMBER_NOT_ALLOWED`
 */
export function checkNewToken(
  { name, scopes, accountId, expiresAt }: NewAdminToken,
  { now, known }: { readonly now: Date; readonly known: readonly Scope[] },
): void {
  const refuse = (detail: string): never => {
    throw storeErrors.error('ADMIN_TOKEN_INVALID', { detail })
  }
  checkFreeText('name', name)
  if (!NAME.test(name)) refuse('the name is none. Allowed: 1 to 64 of a-z, 0-9 and . _ @ -, a letter or digit first')
  if (scopes.length === 0) refuse('it has no scope. Allowed: one or more, or *')
  const kinds = new Map<string, Scope['for']>(known.map((scope) => [scope.id, scope.for]))
  const unknown = scopes.find((scope) => scope !== '*' && !kinds.has(scope))
  if (unknown !== undefined) refuse(`"${unknown}" is no scope. Allowed: ${['*', ...kinds.keys()].join(', ')}`)
  const tooWide = scopes.find((scope) => kinds.get(scope) === 'operators')
  if (accountId !== null && tooWide !== undefined) refuse(`${tooWide} is for operators, not for an account`)
  if (expiresAt !== null && expiresAt <= now) refuse(`it would have ended at ${expiresAt.toISOString()}`)
}
