import type { BankRail } from '../contract/funding.ts'
import { fundingErrors } from '../error-codes.ts'

/** The format of a transfer's bank number, by payment system. */
const FORMS: Readonly<Record<BankRail, { readonly pattern: RegExp; readonly allowed: string }>> = {
  neft: { pattern: /^[A-Z0-9]{16}$/i, allowed: '16 letters and digits' },
  rtgs: { pattern: /^[A-Z0-9]{22}$/i, allowed: '22 letters and digits' },
  imps: { pattern: /^\d{12}$/, allowed: '12 digits' },
  upi: { pattern: /^\d{12}$/, allowed: '12 digits' },
}

const withoutSpaces = (utr: string): string => utr.replace(/[\s-]/g, '')

/** A UTR of any payment system in the form that is stored: capital letters, without spaces and hyphens. */
export const plainUtr = (utr: string): string => withoutSpaces(utr).toUpperCase()

/**
 * The stored form of the UTR of a payment system.
 *
 * @throws `FUNDING_UTR_INVALID`
 * @example
 * normalUtr('neft', 'sbin 3241 8900 1234') // 'SBIN324189001234'
 */
export function normalUtr(rail: BankRail, utr: string): string {
  const { pattern, allowed } = FORMS[rail]
  // Before capitals are made: of some letters that are none of ours they would be ours.
  if (!pattern.test(withoutSpaces(utr)))
    throw fundingErrors.error('FUNDING_UTR_INVALID', { rail: rail.toUpperCase(), allowed })
  return plainUtr(utr)
}
