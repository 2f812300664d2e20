import { type Accounts, forbidden, type Role, type Viewer } from '@parakh/core'
import type { Commissions } from '../contract/commissions.ts'
import { percentText } from '../percent-text.ts'

/** A rate, and whose it is: of an account below the viewer, or of a role. */
export interface LimitedRate {
  readonly accountId: string | null
  readonly role: Role | null
  readonly basisPoints: number
}

/** Refuses rates that an account may not give to those below it. That the account is below was checked before. */
export async function requireOwnRate(
  {
    viewer,
    commissions,
    accounts,
  }: { readonly viewer: Viewer; readonly commissions: Commissions; readonly accounts: Accounts },
  { accountId, role, basisPoints }: LimitedRate,
): Promise<void> {
  if (viewer.accountId === null) return
  if (await viewer.isSuperAdmin()) {
    const whose = accountId === null ? role : (await accounts.get(accountId))?.role
    if (whose !== 'master_distributor') throw forbidden('A super admin sets the rates of its master distributors')
    return
  }
  // A rate above its own share would be paid by the accounts above it, or by the platform.
  const own = await commissions.rate(viewer.accountId)
  if (commissions.mode === 'flat') throw forbidden('Where each level is paid its full rate, operators set them')
  if (basisPoints > own.basisPoints) throw forbidden(`Your own rate is ${percentText(own.basisPoints)} %`)
}
