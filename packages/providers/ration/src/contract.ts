import { defineProvider, operation } from '@parakh/core'
import { Aadhaar, BirthDay, Day, maskAadhaar, RationCard } from '@parakh/core/formats'
import * as z from 'zod'

/** A person's gender, as a word. */
export const Gender = z.enum(['Male', 'Female', 'Transgender'])

/**
 * An Aadhaar number of which the last four digits are known, `XXXX XXXX 1234`. Whatever a source gives, masked its own way or whole,
 * is masked as soon as it is parsed.
 */
export const MaskedAadhaar = z
  .string()
  .trim()
  .regex(/[0-9]{4}$/, 'must end in four digits')
  .overwrite(maskAadhaar)

const person = {
  name: z.string(),
  relation: z.string().describe('To the head of the family, such as SELF, HUSBAND or SON'),
  dob: BirthDay.nullable().describe('YYYY-MM-DD; null where the source has none'),
  gender: Gender,
  father_name: z.string().describe('Empty where the source has none'),
}

/** A person on a card, with the Aadhaar number seeded for them; null where none is. */
export const Member = z.object({ ...person, uid: Aadhaar.nullable() })

/** The people on a card, and what the source says of its own answer. */
export const Household = z.object({
  ration_no: RationCard,
  data_mode: z.string().describe('How the source came by it, such as LIVE or CACHED'),
  source: z.string().describe('Which register it is of'),
  billable: z.enum(['Y', 'N']).describe('N makes the answer free'),
  family: z.array(Member).min(1),
})

/** A person on a card as it is printed: the Aadhaar number is masked. */
export const PrintedMember = z.object({
  ...person,
  name_local: z.string().nullable().describe('The name in Hindi; null where the source has none'),
  uid: MaskedAadhaar.nullable(),
})

/** What stands on a card. */
export const CardRecord = z.object({
  ration_no: RationCard,
  card_type: z.string().describe('Such as PHH (priority household) or AAY (Antyodaya)'),
  scheme_name: z.string(),
  head_of_family: z.string(),
  head_of_family_local: z.string().nullable().describe('The name in Hindi; null where the source has none'),
  district: z.string(),
  block: z.string().describe('Block, or town'),
  fps_id: z.string().describe('Number of the fair price shop'),
  fps_name: z.string(),
  issue_date: Day,
  family: z.array(PrintedMember).min(1),
})
/** What stands on a card, parsed. */
export type CardRecord = z.output<typeof CardRecord>

/**
 * What the plugin asks of the world. A provider may leave an operation out; the endpoint that uses it is then locked in production.
 *
 * @example
 * const mine = RationProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ details: async ({ ration_no }) => lookUp(ration_no, options.token) }),
 * })
 */
export const RationProvider = defineProvider('ration', {
  /** The people on a card and their Aadhaar numbers (up-ration-to-aadhaar). */
  family: operation({
    effect: 'read',
    input: z.object({ ration_no: RationCard }),
    same: ['ration_no'],
    output: Household,
  }),
  /** What stands on a card (ration-print). */
  details: operation({
    effect: 'read',
    input: z.object({ ration_no: RationCard }),
    same: ['ration_no'],
    output: CardRecord,
  }),
})
