import { defineProvider, operation } from '@parakh/core'
import { Aadhaar, BirthDay, Day, Mobile, orElse, Pan, panCategory } from '@parakh/core/formats'
import * as z from 'zod'

/** The kinds of holder (decisions.md section 7). */
export const Category = z.enum([
  'aop',
  'boi',
  'company',
  'firm',
  'government',
  'huf',
  'ajp',
  'trust',
  'local_authority',
  'person',
])
const StatedCategory = Category.optional().describe("The kind of holder; left out, the PAN's fourth letter says it")

/** The kind of holder: as the source states it, else by the PAN's fourth letter. */
export const categoryOf = ({ pan, category }: { pan: string; category?: string | undefined }): string =>
  category ?? panCategory(pan) ?? 'unknown'

/** A person's gender, a single letter. */
export const Gender = z.enum(['M', 'F', 'T'])
/** A mobile number as `mobile-to-pan` takes it. */
export const TenDigits = z.string().regex(/^[0-9]{10}$/, 'must be ten digits')

/** What was found for a name and a date of birth, and how well it fits. */
export const Match = z.object({
  pan: Pan,
  name: z.string(),
  dob: BirthDay,
  category: StatedCategory,
  match_score: z.int().min(0).max(100).describe('How well the record fits the question, in percent'),
  status: z.string().describe('Status of the PAN at the source, such as ACTIVE'),
})

/** The holder of a PAN. */
export const Holder = z.object({
  pan: Pan,
  name: z.string(),
  father: orElse(z.string(), '').describe("The father's name; empty where the source has none"),
  dob: BirthDay.describe('Birth, or incorporation of a holder that is not a person'),
  gender: Gender.nullable().describe('Null for a holder that is not a person'),
})

/** Whether a PAN is in use, and whose. */
export const Verification = z.object({
  pan: Pan,
  name: z.string(),
  category: StatedCategory,
  aadhaar_seeded: z.boolean(),
})

/** What is seeded against a PAN; `aadhaar` is null where nothing is. */
export const Link = z.object({
  pan: Pan,
  name: z.string(),
  aadhaar: Aadhaar.nullable(),
  dob: BirthDay,
  gender: Gender.nullable().describe('Null for a holder that is not a person'),
  seeded_on: Day.nullable().describe('The day of the last seeding'),
})

/**
 * What the plugin asks of the world. A provider may leave operations out; the endpoints that use them are then locked in
 * production.
 *
 * @example
 * const mine = PanProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ verify: async ({ pan }) => lookUp(pan, options.token) }),
 * })
 */
export const PanProvider = defineProvider('pan', {
  /** The PAN of a name and a date of birth (instant-pan-find). */
  find: operation({
    effect: 'read',
    input: z.object({ name: z.string(), dob: BirthDay, mobile: Mobile.optional() }),
    same: ['dob'],
    output: Match,
  }),
  /** The PAN of an Aadhaar number (aadhaar-to-pan). */
  byAadhaar: operation({ effect: 'read', input: z.object({ aadhaar: Aadhaar }), output: z.object({ pan: Pan }) }),
  /** The holder of a PAN (pan-details). */
  details: operation({ effect: 'read', input: z.object({ pan: Pan }), same: ['pan'], output: Holder }),
  /** The PAN of a name and a mobile number (mobile-to-pan). */
  byMobile: operation({
    effect: 'read',
    input: z.object({ name: z.string(), mobile: TenDigits }),
    same: ['mobile'],
    output: z.object({ pan: Pan, name: z.string(), mobile: TenDigits }),
  }),
  /** What is seeded against a PAN (pan-to-aadhaar and pan-to-aadhaar-search). */
  link: operation({ effect: 'read', input: z.object({ pan: Pan }), same: ['pan'], output: Link }),
  /** Whether a PAN is in use, and whose (verify/pan). */
  verify: operation({ effect: 'read', input: z.object({ pan: Pan }), same: ['pan'], output: Verification }),
})
