import { defineProvider, operation } from '@parakh/core'
import { Day, Gstin, orElse, Pan } from '@parakh/core/formats'
import * as z from 'zod'
import { panIn, stateCodeIn } from './gstin-parts.ts'
import { StateCode } from './states.ts'

const part = orElse(z.string(), '')
/** Without it there is no registration to tell of. */
const known = z.string().trim().min(1)

/** A place of business; a part is empty where the source has none. */
export const Address = z.object({
  building_name: part,
  building_number: part,
  floor: part,
  street: part,
  location: part,
  city: part,
  district: part,
  state: part,
  pincode: part,
})

/**
 * Who is registered under a GSTIN, and how. The PAN is not asked for: it stands in the GSTIN. Null and what is left out are taken where
 * a register may lack the value; the rest must have one.
 */
export const Taxpayer = z.object({
  gstin: Gstin,
  legal_name: known,
  trade_name: part.describe('Empty where the taxpayer has none'),
  gstin_status: known.describe('As the source has it, such as Active, Suspended or Cancelled suo-moto'),
  taxpayer_type: known.describe('Such as Regular or Composition'),
  constitution_of_business: known.describe('Such as Proprietorship or Private Limited Company'),
  date_of_registration: Day.describe('YYYY-MM-DD'),
  date_of_cancellation: Day.nullable().default(null).describe('YYYY-MM-DD; null where it was never cancelled'),
  last_updated: Day.nullable().default(null).describe('YYYY-MM-DD; null where the source does not say'),
  nature_of_business: orElse(z.array(z.string()), []).describe('Such as Retail Business'),
  state_jurisdiction: part.describe('Office of the state; empty where the source has none'),
  center_jurisdiction: part.describe('Office of the centre; empty where the source has none'),
  principal_address: Address,
  additional_addresses: orElse(z.array(Address), []),
  einvoice_status: z.enum(['Yes', 'No']).nullable().default(null).describe('Null where the source does not say'),
})

/** A taxpayer. */
export type TaxpayerRecord = z.output<typeof Taxpayer>

/**
 * One registration under a PAN. Its GSTIN may be of any kind: a collector of tax at source has another letter than Z in it, which
 * `gst-details` does not take.
 */
export const Registration = z
  .object({
    gstin: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}$/, 'must be a state, a PAN and three letters or digits'),
    state_code: z
      .string()
      .regex(/^[0-9]{2}$/, 'must be two digits')
      .nullish()
      .describe("GST state code; null or left out, the GSTIN's first two digits say it"),
    status: known.describe('As the source has it, such as Active or Cancelled suo-moto'),
    legal_name: z.string().nullable().default(null).describe('Null where the source lists numbers alone'),
    trade_name: z.string().nullable().default(null).describe('Null where the source lists numbers alone'),
  })
  .refine(({ gstin, state_code }) => (state_code ?? stateCodeIn(gstin)) === stateCodeIn(gstin), {
    path: ['state_code'],
    message: 'is not the state of the GSTIN',
  })

/** One registration under a PAN. */
export type RegistrationRecord = z.output<typeof Registration>

/** Every registration under a PAN; none is as much a no as null is. */
export const Registrations = z
  .object({ pan: Pan, registrations: z.array(Registration) })
  .refine(({ pan, registrations }) => registrations.every(({ gstin }) => panIn(gstin) === pan), {
    path: ['registrations'],
    message: 'are of another PAN',
  })

/**
 * What the plugin asks of the world. A provider may leave an operation out; the endpoints that use it are then locked in production.
 *
 * @example
 * const mine = GstProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ taxpayer: async ({ gstin }) => lookUp(gstin, options.token) }),
 * })
 */
export const GstProvider = defineProvider('gst', {
  /** Who is registered under a GSTIN (gst-details and verify/gst). */
  taxpayer: operation({ effect: 'read', input: z.object({ gstin: Gstin }), same: ['gstin'], output: Taxpayer }),
  /**
   * The registrations under a PAN (pan-to-gst and pan-to-gst-search). `state_code` is for sources that look in one state at a time;
   * others may leave it unread.
   */
  byPan: operation({
    effect: 'read',
    input: z.object({ pan: Pan, state_code: StateCode.optional() }),
    same: ['pan'],
    output: Registrations,
  }),
})
