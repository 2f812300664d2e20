import { forbidden, type Viewer } from '@parakh/core'
import type { SlotInput } from './price-views.ts'

/** Refuses prices that a super admin may not set: of others than accounts and roles below it. That it sees the account was checked before. */
export async function requireOwnBranch(viewer: Viewer, slot: SlotInput): Promise<void> {
  if (viewer.accountId === null) return
  if (slot.account_id !== null && !(await viewer.isAbove(slot.account_id)))
    throw forbidden('An account may do this to those below it, not to itself')
  if (slot.account_id === null && (slot.role === null || slot.role === 'super_admin'))
    throw forbidden('A super admin sets prices of accounts and roles below it: name an account_id, or a role below it')
}
