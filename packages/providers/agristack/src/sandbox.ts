import { Identifier } from '@parakh/core'
import * as z from 'zod'
import { AgristackProvider } from './contract.ts'
import { farmerByAadhaar, farmerById } from './fixtures.ts'

/** Answers farmers that no fixture lists, by the persons and farmers of the sandbox (decisions.md section 13). */
export const sandbox = AgristackProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({
    async farmer({ farmer_id, aadhaar, state_code }) {
      const found = aadhaar ? farmerByAadhaar(Identifier.text(aadhaar)) : farmerById(farmer_id ?? '')
      return found && { ...found, state_code }
    },
  }),
})
