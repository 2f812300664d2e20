import { defineProvider, operation } from '@parakh/core'
import { Aadhaar, BirthDay } from '@parakh/core/formats'
import * as z from 'zod'
import { MaskedAadhaar } from './masked-aadhaar.ts'
import { StateCode } from './states.ts'

const text = z.string().nullable().default(null)
const area = z.number().nonnegative()

/**
 * A farmer's number in the register. The registers of the states differ in its form, so the pattern is wide: a number that there
 * is not is the source's to refuse. An Aadhaar number is refused: here it would be text, and come back whole.
 */
export const FarmerId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{6,20}$/, 'must be 6 to 20 letters and digits')
  .refine((text) => !Aadhaar.safeParse(text).success, 'is an Aadhaar number, not a farmer id: send it as aadhaar_no')

/** One parcel of land. */
export const LandRecord = z.object({
  village: text,
  khata_no: text.describe('Number of the holding'),
  khasra_no: z.string().min(1).describe('Number of the parcel; a survey or gat number in some states'),
  area_hectare: area.describe('Hectares'),
  share: text.describe("The farmer's share as the source writes it, such as 1/2"),
})

/**
 * What the register knows of a farmer (decisions.md section 8). Null is not known, never a guess; what a provider leaves out is not
 * known either.
 */
export const Farmer = z.object({
  farmer_id: FarmerId,
  state_code: StateCode,
  farmer_name: z.string().min(1),
  name_local: text.describe('The name in the script of the state, such as Devanagari'),
  father_or_husband_name: text,
  dob: BirthDay.nullable().default(null),
  gender: z.enum(['M', 'F', 'T']).nullable().default(null),
  district: text,
  sub_district: text.describe('Tehsil, taluka or mandal'),
  village: text.describe('Where the farmer lives'),
  registration_status: text.describe('As the source words it, such as APPROVED'),
  land_records: z.array(LandRecord),
  total_area_hectare: area
    .nullable()
    .default(null)
    .describe('Hectares; left out, the areas of the land records are added up'),
  aadhaar_masked: MaskedAadhaar.nullable()
    .default(null)
    .describe('The last four digits; null where the source has none'),
})

/** The same with a total, whoever added it up: what is answered and drawn. */
export const FarmerRecord = Farmer.extend({ total_area_hectare: area.describe('Hectares') })

/** One farmer, as answered. */
export type FarmerRecord = z.output<typeof FarmerRecord>

/**
 * What the plugin asks of the world: the farmer of an id or of an Aadhaar number, of which exactly one is given; null where the
 * register of the state has no such farmer.
 *
 * @example
 * const mine = AgristackProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ farmer: async ({ farmer_id, aadhaar }) => lookUp(farmer_id ?? aadhaar, options.token) }),
 * })
 */
export const AgristackProvider = defineProvider('agristack', {
  farmer: operation({
    effect: 'read',
    input: z.object({
      farmer_id: FarmerId.optional(),
      aadhaar: Aadhaar.optional(),
      aadhaar_masked: MaskedAadhaar.optional().describe('Of the same number: what the record must show of it'),
      state_code: StateCode,
    }),
    same: ['farmer_id', 'aadhaar_masked', 'state_code'],
    output: Farmer,
  }),
})
