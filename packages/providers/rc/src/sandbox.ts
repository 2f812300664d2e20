import * as z from 'zod'
import { RcProvider } from './contract.ts'
import { registrationOf } from './fixtures/scenarios.ts'

/** Answers vehicles that no fixture lists, by the vehicles of the sandbox (decisions.md section 13). */
export const sandbox = RcProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({ vehicle: async ({ rc_number }) => registrationOf(rc_number) }),
})
