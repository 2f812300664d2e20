import { Accounts } from '@parakh/core'
import { forbidden } from './admin-fault.ts'
import type { AdminContext } from './admin-route.ts'

type Asking = Pick<AdminContext, 'host' | 'viewer'>

/** Whether a credential's account is a super admin. */
export async function isSuperAdmin({ host, viewer }: Asking): Promise<boolean> {
  if (viewer.accountId === null) return false
  return (await host.get(Accounts).get(viewer.accountId))?.role === 'super_admin'
}

/**
 * Permits operators and super admins (decisions.md section 13). Access to the named accounts was checked before.
 *
 * @param what The action, for the message: `set prices`.
 * @throws AdminFault 403
 */
export async function requireSuperAdmin(asking: Asking, what: string): Promise<void> {
  if (asking.viewer.accountId === null || (await isSuperAdmin(asking))) return
  throw forbidden(`Operators and super admins ${what}`)
}
