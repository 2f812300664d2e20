/** The PAN inside a GSTIN: its characters 3 to 12 (decisions.md section 7). */
export const panIn = (gstin: string): string => gstin.slice(2, 12)

/** The state code of a GSTIN: its first two digits. */
export const stateCodeIn = (gstin: string): string => gstin.slice(0, 2)
