import { type Account, ROLES, type Role } from '@parakh/core'
import { storeErrors } from '../error-codes.ts'

/** These may stand under any account. */
const UNDER_ANY: ReadonlySet<Role> = new Set<Role>(['developer', 'customer'])

/**
 * Checks that an account may stand under another: a reseller under one of a higher role, so there are no circles
 * (decisions.md section 10).
 *
 * @throws `ACCOUNT_PARENT_NOT_ALLOWED`
 */
export function checkParent(role: Role, parent: Account): void {
  if (UNDER_ANY.has(role)) return
  const higher = ROLES.slice(0, ROLES.indexOf(role))
  if (higher.includes(parent.role)) return
  const allowed = higher.length > 0 ? higher.join(', ') : 'no parent'
  throw storeErrors.error('ACCOUNT_PARENT_NOT_ALLOWED', { role, parent: parent.role, allowed })
}
