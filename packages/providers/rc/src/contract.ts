import { defineProvider, operation } from '@parakh/core'
import { AnyVehicle, Day, orElse } from '@parakh/core/formats'
import * as z from 'zod'
import { MaskedNumber } from './masked-number.ts'

const text = z.string().nullable().default(null)
const day = Day.nullable().default(null)
const measure = z.number().nonnegative().nullable().default(null)
/** Without it there is no vehicle to tell of. */
const known = z.string().trim().min(1)

/**
 * What the register knows of a vehicle (decisions.md section 8). Null is not known or does not apply, never a guess; what a
 * provider leaves out is not known either. Chassis and engine number are masked here, whatever the source gives.
 */
export const Registration = z.object({
  rc_number: AnyVehicle.describe('Registration number, without spaces'),
  owner_name: known,
  father_name: text.describe("Father's or husband's name; null for an owner that is not a person"),
  owner_serial: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('1 for the first owner, one more with each transfer of ownership'),
  present_address: text,
  registration_date: Day,
  registration_upto: day,
  fitness_upto: day,
  tax_upto: z
    .union([Day, z.literal('LTT')])
    .nullable()
    .default(null)
    .describe('YYYY-MM-DD; LTT where tax is paid for the lifetime of the vehicle'),
  insurance_company: text,
  insurance_valid_upto: day,
  puc_valid_upto: day.describe(
    'Pollution under control certificate; null for a vehicle that needs none, as an electric one',
  ),
  maker: text,
  maker_model: known,
  vehicle_class: known.describe('As the source words it, such as Motor Car (LMV)'),
  body_type: text,
  fuel_type: known,
  norms: text.describe('Emission norms, such as BHARAT STAGE VI'),
  colour: text,
  chassis_number: MaskedNumber.nullable().default(null).describe('The last five characters, the rest as X'),
  engine_number: MaskedNumber.nullable()
    .default(null)
    .describe('The last five characters, the rest as X; of an electric vehicle, the number of its motor'),
  cubic_capacity: measure.describe('Cubic centimetres; null for an electric vehicle'),
  seat_capacity: z.int().min(0).nullable().default(null).describe('Seats, the driver included'),
  unladen_weight: measure.describe('Kilograms'),
  financer: text.describe('Who holds the hypothecation; null where there is none'),
  reg_authority: text,
  rc_status: text.describe('As the source words it, such as ACTIVE'),
  blacklist_status: orElse(z.string(), '').describe('As the source words it; empty where it says nothing'),
})

/** One vehicle. */
export type RegistrationRecord = z.output<typeof Registration>

/**
 * What the plugin asks of the world: the registration of a vehicle; null where the source has no record of it.
 *
 * @example
 * const mine = RcProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ vehicle: async ({ rc_number }) => lookUp(rc_number, options.token) }),
 * })
 */
export const RcProvider = defineProvider('rc', {
  vehicle: operation({
    effect: 'read',
    input: z.object({ rc_number: AnyVehicle }),
    same: ['rc_number'],
    output: Registration,
  }),
})
