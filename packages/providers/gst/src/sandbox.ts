import * as z from 'zod'
import { GstProvider } from './contract.ts'
import type { Business, BusinessPlace } from './fixtures/business.ts'
import { businessOf } from './fixtures/business-of.ts'
import { registrationOf } from './fixtures/scenarios.ts'
import { gstinOf, panIn, stateCodeIn } from './gstin-parts.ts'

/** Where a business is registered in a state; where it is not, its first place stands for that state too. */
function placeIn({ registered }: Business, state_code: string): BusinessPlace {
  return registered.find((place) => place.state_code === state_code) ?? { ...registered[0], state_code }
}

/**
 * Answers sandbox input that no fixture lists, by the holder of the PAN (decisions.md section 13). The records of the sandbox hold a
 * PAN inside each GSTIN, so taking the input's PAN alone would answer GSTINs of another; here they are made of it. What `byPan` lists,
 * `taxpayer` knows under the same name.
 */
export const sandbox = GstProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({
    async taxpayer({ gstin }) {
      return { ...placeIn(businessOf(panIn(gstin)), stateCodeIn(gstin)).taxpayer, gstin }
    },
    async byPan({ pan, state_code }) {
      const business = businessOf(pan)
      const places = state_code === undefined ? business.registered : [placeIn(business, state_code)]
      const registrations = places.map((place) => ({
        ...registrationOf(place),
        gstin: gstinOf(pan, place.state_code),
      }))
      return { pan, registrations }
    },
  }),
})
