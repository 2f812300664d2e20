import { GST_STATES } from '@parakh/core/formats'
import * as z from 'zod'

/** A state of GST, two digits. */
export const StateCode = z
  // Not an enum: zod keeps one as an object, whose keys from 10 on would be published before 01.
  .literal([...GST_STATES.keys()], 'must be a GST state code, two digits such as 27')
  .describe('GST state code, two digits: 27 is Maharashtra')

/** The name of a state; null for a code that has none. */
export const stateName = (code: string): string | null => GST_STATES.get(code) ?? null
