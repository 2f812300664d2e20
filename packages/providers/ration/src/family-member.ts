import * as z from 'zod'
import { Gender, type Member, type PrintedMember } from './contract.ts'

/** A person on a card, as both endpoints answer. */
export const FamilyMember = z.object({
  name: z.string(),
  relation: z.string(),
  dob: z.string().nullable().describe('DD/MM/YYYY; null where the source has none'),
  uid: z.string().nullable().describe('Aadhaar number; null where none is seeded'),
  gender: Gender,
  father_name: z.string().describe('May be empty'),
})

/** `YYYY-MM-DD` as `DD/MM/YYYY`: so the answer has its days. */
const slashedDay = (day: string): string => day.split('-').reverse().join('/')

type Person = z.output<typeof Member> | z.output<typeof PrintedMember>

/**
 * A person as both endpoints answer.
 *
 * @param uid Their Aadhaar number, as far as it may be shown.
 */
export function familyMember(
  { name, relation, dob, gender, father_name }: Person,
  uid: string | null,
): z.input<typeof FamilyMember> {
  return { name, relation, dob: dob === null ? null : slashedDay(dob), uid, gender, father_name }
}
