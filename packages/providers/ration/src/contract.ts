import { defineProvider, operation } from '@parakh/core'
import { Aadhaar, BirthDay, Day, MaskedAadhaar, orElse, RationCard } from '@parakh/core/formats'
import * as z from 'zod'

/** A person's gender, as a word. */
export const Gender = z.enum(['Male', 'Female', 'Transgender'])

const text = orElse(z.string(), '')
/** Without it there is nobody, and no card, to tell of. */
const known = z.string().trim().min(1)

const person = {
  name: known,
  relation: known.describe('To the head of the family, such as SELF, HUSBAND or SON'),
  dob: BirthDay.nullable().default(null).describe('YYYY-MM-DD; null where the source has none'),
  gender: Gender,
  father_name: text.describe('Empty where the source has none'),
}

/**
 * A person on a card, with the Aadhaar number seeded for them; null where none is. The number is whole: a source that masks it cannot
 * serve `family`, for null would say that none is seeded.
 */
export const Member = z.object({ ...person, uid: Aadhaar.nullable() })

/** The people on a card, and what the source says of its own answer. */
export const Household = z.object({
  ration_no: RationCard,
  data_mode: text.describe('How the source came by it, such as LIVE or CACHED; empty where it does not say'),
  source: text.describe('Which register it is of; empty where the source does not say'),
  billable: z.enum(['Y', 'N']).describe('N makes the answer free'),
  family: z.array(Member).min(1),
})

/** A person on a card as it is printed: the Aadhaar number is masked. */
export const PrintedMember = z.object({
  ...person,
  name_local: z.string().nullable().default(null).describe('The name in Hindi; null where the source has none'),
  uid: MaskedAadhaar.nullable(),
})

/** What stands on a card. Null and what is left out are taken where a register may lack the value; the rest must have one. */
export const CardRecord = z.object({
  ration_no: RationCard,
  card_type: known.describe('Such as PHH (priority household) or AAY (Antyodaya)'),
  scheme_name: text.describe('Empty where the source has none'),
  head_of_family: known,
  head_of_family_local: z
    .string()
    .nullable()
    .default(null)
    .describe('The name in Hindi; null where the source has none'),
  district: text.describe('Empty where the source has none'),
  block: text.describe('Block, or town; empty where the source has none'),
  fps_id: text.describe('Number of the fair price shop; empty where the source has none'),
  fps_name: text.describe('Empty where the source has none'),
  issue_date: Day.nullable().default(null).describe('YYYY-MM-DD; null where the source has none'),
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
