import { COMMISSION_MODES } from '@parakh/core'
import * as z from 'zod'

/** How resellers are paid (decisions.md section 10). */
export const CommissionSchema = z.strictObject({
  mode: z
    .enum(COMMISSION_MODES)
    .default('differential')
    .describe(
      'What each level above a call is paid: its rate less what the levels beneath it are paid, or its full rate (flat)',
    ),
})
