import { defineProvider, operation } from '@parakh/core'
import { Aadhaar, BirthDay, MaskedAadhaar } from '@parakh/core/formats'
import * as z from 'zod'
import { isShownOf, ShownAadhaar } from './shown-aadhaar.ts'
import { StateCode } from './states.ts'

const text = z.string().nullable().default(null)
const area = z.number().nonnegative().nullable().default(null)
/** Without it there is nobody, and no land, to tell of. */
const known = z.string().trim().min(1)

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
  khasra_no: known.describe('Number of the parcel; a survey or gat number in some states'),
  area_hectare: area.describe('Hectares; null where the source has none'),
  share: text.describe("The farmer's share as the source writes it, such as 1/2"),
})

/**
 * What the register knows of a farmer (decisions.md section 8). Null is not known, never a guess; what a provider leaves out is not
 * known either.
 */
export const Farmer = z.object({
  farmer_id: FarmerId,
  state_code: StateCode,
  farmer_name: known,
  name_local: text.describe('The name in the script of the state, such as Devanagari'),
  father_or_husband_name: text,
  dob: BirthDay.nullable().default(null),
  gender: z.enum(['M', 'F', 'T']).nullable().default(null),
  district: text,
  sub_district: text.describe('Tehsil, taluka or mandal'),
  village: text.describe('Where the farmer lives'),
  registration_status: text.describe('As the source words it, such as APPROVED'),
  land_records: z.array(LandRecord),
  total_area_hectare: area.describe('Hectares; left out, the areas of the land records are added up'),
  aadhaar: ShownAadhaar.nullable()
    .default(null)
    .describe('As the source shows it, whole or masked: compared as far as it goes, and answered masked'),
})

/** The same with a total, whoever added it up, and the Aadhaar number masked: what is answered and drawn. */
export const FarmerRecord = Farmer.omit({ aadhaar: true }).extend({
  total_area_hectare: z.number().nonnegative().nullable().describe('Hectares; null where an area is not known'),
  aadhaar_masked: MaskedAadhaar.nullable().describe('The last four digits; null where the source has none'),
})

/** One farmer, as answered. */
export type FarmerRecord = z.output<typeof FarmerRecord>

/**
 * What the plugin asks of the world: the farmer of an id or of an Aadhaar number, of which exactly one is given; null where the
 * register of the state has no such farmer. A record that shows nothing of the Aadhaar number it was asked by cannot be used.
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
      state_code: StateCode,
    }),
    same: ['farmer_id', 'state_code'],
    output: Farmer,
    // A source need not show all of the Aadhaar number.
    isOf: ({ aadhaar: asked }, { aadhaar: shown }) => !asked || (shown !== null && isShownOf(shown, asked)),
  }),
})
