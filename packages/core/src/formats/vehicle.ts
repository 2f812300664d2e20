import * as z from 'zod'
import { compact } from './capitals.ts'

/** A vehicle number as rc-pdf publishes it: capitals and digits alone. Nothing is normalised (decisions.md section 13). */
export const Vehicle = z
  .string()
  .regex(/^[A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}$/, 'must be a vehicle number in capitals, without spaces')
/** A vehicle number of any series; spaces and hyphens are removed. */
export const AnyVehicle = compact.pipe(
  z
    .string()
    .regex(
      /^([A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}|[0-9]{2}BH[0-9]{4}[A-HJ-NP-Z]{1,2})$/,
      'must be a vehicle number, such as MH12AB1234 or 22BH1234AA',
    ),
)
/** A driving licence number; spaces and hyphens are removed. Older state formats pass. */
export const Licence = compact.pipe(z.string().regex(/^[A-Z]{2}[A-Z0-9]{8,18}$/, 'must be a driving licence number'))
