import * as z from 'zod'

/** Why somebody decides so, as an input: 1 to 500 characters. Services check that they are printable (`checkReason`). */
export const ReasonField = z.string().trim().min(1).max(500).describe('Why; no identity number')
