import { Identifier } from '@parakh/core'
import * as z from 'zod'
import { NpciProvider } from './contract.ts'
import { mappingOf } from './fixtures.ts'

/** Answers Aadhaar numbers that no fixture lists, by the persons of the sandbox (decisions.md section 13). */
export const sandbox = NpciProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({ mapping: async ({ aadhaar }) => mappingOf(Identifier.text(aadhaar)) }),
})
