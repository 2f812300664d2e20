import { type Account, type Act, actRefusal, coreErrors, forbidden, personSelf, type Scope } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { relationOfViewer } from './acting-place.ts'
import { ACCOUNT_ROLES, OPERATOR_ROLES, scopesOf } from './roles.ts'

/** The caller of an operation on people. */
export interface PeopleActor {
  readonly viewer: { readonly accountId: string | null }
  readonly granted: readonly string[]
}
/** A role that is given or taken, in an account (`target`) or of operators (null). */
export interface RoleOfAct {
  readonly role: string
  readonly target: Account | null
}
type PeopleAct =
  | { readonly act: 'give-role' | 'take-role' }
  /** @param isOwn Whether the invitation was made at the caller's place. */
  | { readonly act: 'revoke-invitation'; readonly isOwn: boolean }

/** @throws `ROLE_INVALID` if there is no such role in accounts, or of operators. */
export function requireRole(role: string, accountId: string | null): void {
  const allowed: readonly string[] = accountId === null ? OPERATOR_ROLES : ACCOUNT_ROLES
  const where = accountId === null ? 'of operators' : 'in an account'
  if (!allowed.includes(role)) throw consoleErrors.error('ROLE_INVALID', { role, where, allowed: allowed.join(', ') })
}

/**
 * Refuses an act on people that the acting policy does not allow.
 *
 * @param known The scopes of the host.
 * @throws `ROLE_TOO_HIGH`, `PEOPLE_NOT_DELEGATED`, `OWNER_PROTECTED`, `FORBIDDEN`
 */
export function requirePeopleAct(
  act: PeopleAct,
  { viewer: { accountId }, granted }: PeopleActor,
  { role, target, known }: RoleOfAct & { readonly known: readonly Scope[] },
): void {
  const id = target?.id ?? null
  const given = scopesOf(role, { accountId: id }, known).filter((scope) => scope !== personSelf.id)
  const scopes = { accountId, granted, given, known }
  const decided: Act = { ...act, relation: relationOfViewer(accountId, id), target, scopes }
  const refusal = actRefusal(decided)
  if (refusal === null) return
  switch (refusal.reason) {
    case 'scopes-lacking':
      throw consoleErrors.error('ROLE_TOO_HIGH', { role, lacking: `the scopes ${refusal.lacking.join(', ')}` })
    case 'people-not-delegated':
      throw coreErrors.error('PEOPLE_NOT_DELEGATED', { id: id ?? '' })
    case 'owner-protected':
      throw consoleErrors.error('OWNER_PROTECTED')
    default:
      throw forbidden('Only operators manage operators')
  }
}
