import type { Role } from '@parakh/core'
import { resaleErrors } from '../error-codes.ts'
import { percentText } from '../percent-text.ts'
import { COMMISSION_CAPS } from '../prices/shares.ts'

/** The highest rate of a role, in basis points. @throws `COMMISSION_NOT_FOR_ROLE` */
export function capOf(role: Role): number {
  const cap = COMMISSION_CAPS[role]
  if (cap !== undefined) return cap
  throw resaleErrors.error('COMMISSION_NOT_FOR_ROLE', { role, allowed: Object.keys(COMMISSION_CAPS).join(', ') })
}

/** @param basisPoints The rate that an account of this role would have. @throws `COMMISSION_NOT_FOR_ROLE`, `COMMISSION_ABOVE_CAP` */
export function checkCap(role: Role, basisPoints: number): void {
  const cap = capOf(role)
  if (Number.isSafeInteger(basisPoints) && basisPoints >= 0 && basisPoints <= cap) return
  const figures = { role, cap: percentText(cap), percent: percentText(basisPoints) }
  throw resaleErrors.error('COMMISSION_ABOVE_CAP', figures)
}
