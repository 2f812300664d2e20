import { defineProvider, operation } from '@parakh/core'
import { AnyVehicle, Day, orElse } from '@parakh/core/formats'
import * as z from 'zod'

const rupees = z.number().min(0)
const text = orElse(z.string(), '')

/**
 * Where a challan stands: `Pending` is to be paid, `Court` was sent to a court and can only be settled there, `Disposed` was settled
 * by a court, `Paid` was paid.
 */
export const ChallanStatus = z.enum(['Pending', 'Disposed', 'Paid', 'Court'])

/** One thing that a challan accuses the driver of. */
export const Offence = z.object({
  name: z.string(),
  section: text.describe('Section of the Motor Vehicles Act or of a rule; empty where the source has none'),
  penalty: rupees.nullable().default(null).describe('In INR; null where the source gives the whole fine alone'),
})

/** One e-challan; money is in INR. Null and what is left out are taken where a register may lack the value. */
export const Challan = z.object({
  state: z.string().describe('The state that issued it, as the source names it, such as MH'),
  challan_no: z.string(),
  challan_date: Day.describe('YYYY-MM-DD'),
  owner_name: text.describe('Masked where the source masks it; empty where it has none'),
  violator_name: text.describe('The driver, where the source has one; else empty'),
  department: z.string().describe('Who issued it, such as Traffic or Transport'),
  offences: orElse(z.array(Offence), []),
  place: text.describe('Where it happened; empty where the source has none'),
  rto: text.describe('The transport office in charge; empty where the source has none'),
  amount: rupees.describe('The whole fine, in INR'),
  received_amount: orElse(rupees, 0).describe('What was paid of it, in INR'),
  status: ChallanStatus.describe('Pending: to be paid. Court: sent to a court. Disposed: settled by a court. Paid'),
  payment_date: Day.nullable().default(null).describe('YYYY-MM-DD; null where nothing was paid'),
  receipt_no: z.string().nullable().default(null).describe('Null where nothing was paid'),
  court_challan: z.boolean().describe('Whether it was ever sent to a court'),
})

/** One e-challan. */
export type ChallanRecord = z.output<typeof Challan>

/** A chassis number, or at least its last five characters: how some sources make sure that the caller knows the vehicle. */
export const ChassisNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{5,25}$/, 'must be 5 to 25 letters and digits')

/**
 * What the plugin asks of the world: every challan of a vehicle. A vehicle without any is an answer, an empty list; null says that
 * the source has no such vehicle, or that the chassis number is another one's.
 *
 * @example
 * const mine = ChallanProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ challans: async ({ vehicle_number }) => lookUp(vehicle_number, options.token) }),
 * })
 */
export const ChallanProvider = defineProvider('challan', {
  challans: operation({
    effect: 'read',
    input: z.object({ vehicle_number: AnyVehicle, chassis_number: ChassisNumber.optional() }),
    same: ['vehicle_number'],
    output: z.object({ vehicle_number: AnyVehicle, challans: z.array(Challan) }),
  }),
})
