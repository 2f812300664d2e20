import { isGstinCheck } from '@parakh/core/formats'
import * as z from 'zod'
import { GstProvider } from './contract.ts'
import type { Business, BusinessPlace } from './fixtures/business.ts'
import { BUSINESSES, registrationOf } from './fixtures/scenarios.ts'
import { panIn, stateCodeIn } from './gstin-parts.ts'

const CHECK_CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The GSTIN of a PAN's first registration in a state, with its check character. */
function gstinOf(pan: string, state_code: string): string {
  const unchecked = `${state_code}${pan}1Z`
  return CHECK_CHARACTERS.map((check) => unchecked + check).find(isGstinCheck) ?? unchecked
}

/** The business that stands for a PAN: the same for the same, on every machine. */
function businessOf(pan: string): Business {
  const sum = [...pan].reduce((total, character) => total * 31 + character.charCodeAt(0), 0)
  return BUSINESSES[sum % BUSINESSES.length] ?? BUSINESSES[0]
}

/** Where a business is registered in a state; where it is not, its first place stands for that state too. */
function placeIn({ registered }: Business, state_code: string): BusinessPlace {
  return registered.find((place) => place.state_code === state_code) ?? { ...registered[0], state_code }
}

/**
 * Answers sandbox input that no fixture lists. The records of the sandbox hold a PAN inside each GSTIN, so taking the input's PAN
 * alone would answer GSTINs of another; here they are made of it. What `byPan` lists, `taxpayer` knows under the same name.
 */
export const sandbox = GstProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
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
