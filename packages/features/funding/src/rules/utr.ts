import type { BankRail } from '../contract/funding.ts'
import { fundingErrors } from '../error-codes.ts'

/** The format of a transfer's bank number, by payment system. */
const FORMS: Readonly<Record<BankRail, { readonly pattern: RegExp; readonly allowed: string }>> = {
  neft: { pattern: /^[A-Z0-9]{16}$/, allowed: '16 letters and digits' },
  rtgs: { pattern: /^[A-Z0-9]{22}$/, allowed: '22 letters and digits' },
  imps: { pattern: /^\d{12}$/, allowed: '12 digits' },
  upi: { pattern: /^\d{12}$/, allowed: '12 digits' },
}

/** A UTR of any payment system in the form that is stored: capital letters, without spaces and hyphens. */
export const plainUtr = (utr: string): string => utr.replace(/[\s-]/g, '').toUpperCase()

/**
 * The stored form of the UTR of a payment system.
 *
 * @throws `FUNDING_UTR_INVALID`
 * @example
 * normalUtr('neft', 'sbin 3241 8900 1234') // 'SBIN324189001234'
 */
export function normalUtr(rail: BankRail, utr: string): string {
  const normal = plainUtr(utr)
  const { pattern, allowed } = FORMS[rail]
  if (!pattern.test(normal)) throw fundingErrors.error('FUNDING_UTR_INVALID', { rail: rail.toUpperCase(), allowed })
  return normal
}
