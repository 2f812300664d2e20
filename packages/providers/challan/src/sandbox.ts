import * as z from 'zod'
import { ChallanProvider } from './contract.ts'
import { challansOf } from './fixtures/scenarios.ts'

/** Answers vehicles that no fixture lists, by the vehicles of the sandbox (decisions.md section 13). */
export const sandbox = ChallanProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({ challans: async ({ vehicle_number }) => challansOf(vehicle_number) }),
})
