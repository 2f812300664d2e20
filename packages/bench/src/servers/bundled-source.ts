import { IfscProvider } from '@parakh/ifsc'
import * as z from 'zod'
import { SAMPLE_BODY } from './ready.ts'

/**
 * A source that answers at once with one branch, and is not `local`: the host takes it for another one's, so that a call is admitted by
 * one transaction and ended by another one, as with any upstream. What is measured with it is everything but the waiting.
 */
export const bundledSource = IfscProvider.implement({
  id: 'bundled',
  options: z.strictObject({}),
  make: () => ({ branch: async ({ ifsc }) => ({ ...SAMPLE_BODY.data, ifsc, details: 'branch' as const }) }),
})
