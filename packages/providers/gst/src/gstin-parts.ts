import { isGstinCheck } from '@parakh/core/formats'

/** The PAN inside a GSTIN: its characters 3 to 12 (decisions.md section 7). */
export const panIn = (gstin: string): string => gstin.slice(2, 12)

/** The state code of a GSTIN: its first two digits. */
export const stateCodeIn = (gstin: string): string => gstin.slice(0, 2)

const CHECK_CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The GSTIN of a PAN's first registration in a state, with its check character. */
export function gstinOf(pan: string, state_code: string): string {
  const unchecked = `${state_code}${pan}1Z`
  return CHECK_CHARACTERS.map((check) => unchecked + check).find(isGstinCheck) ?? unchecked
}
