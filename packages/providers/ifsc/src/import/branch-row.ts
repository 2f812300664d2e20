import { Ifsc } from '@parakh/core/formats'
import * as z from 'zod'
import type { BranchRecord } from '../contract.ts'

const text = z
  .string()
  .trim()
  .max(1_000, 'is longer than 1,000 characters')
  .transform((value) => (value === '' ? null : value))
const rail = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', ''], 'must be true, false or empty'))
  .transform((value) => (value === '' ? null : value === 'true'))

/** The columns of the published IFSC.csv that are kept; its others (CENTRE, ISO3166, SWIFT) are left out. */
const BranchRow = z.object({
  BANK: text,
  IFSC: Ifsc,
  BRANCH: text,
  DISTRICT: text,
  STATE: text,
  ADDRESS: text,
  CONTACT: text,
  CITY: text,
  MICR: text.pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{9}$/, 'must be nine letters or digits, or empty')
      .nullable(),
  ),
  NEFT: rail,
  RTGS: rail,
  IMPS: rail,
  UPI: rail,
})

/** The columns that a file must have. */
export const COLUMNS: readonly string[] = Object.keys(BranchRow.shape)

/** A row as a branch, or what is wrong with it. */
export type ParsedRow = { readonly branch: BranchRecord } | { readonly problem: string }

/**
 * Reads one row of the published file.
 *
 * @param row The row's texts by column name.
 */
export function parseBranchRow(row: Readonly<Record<string, string>>): ParsedRow {
  const parsed = BranchRow.safeParse(row)
  if (!parsed.success) {
    return { problem: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') }
  }
  const { data } = parsed
  return {
    branch: {
      ifsc: data.IFSC,
      bank: data.BANK,
      branch: data.BRANCH,
      address: data.ADDRESS,
      city: data.CITY,
      district: data.DISTRICT,
      state: data.STATE,
      contact: data.CONTACT,
      micr: data.MICR,
      neft: data.NEFT,
      rtgs: data.RTGS,
      imps: data.IMPS,
      upi: data.UPI,
      details: 'branch',
    },
  }
}
