import { COMMISSION_MODES, COMMISSION_SETTLEMENTS } from '@parakh/core'
import * as z from 'zod'

/** The section `commission` (decisions.md sections 10 and 13). */
export const CommissionSchema = z.strictObject({
  mode: z
    .enum(COMMISSION_MODES)
    .default('differential')
    .describe(
      'What each level above a call is paid: its rate less what the levels beneath it are paid, or its full rate (flat)',
    ),
  settle: z
    .enum(COMMISSION_SETTLEMENTS)
    .default('daily')
    .describe(
      'When final commission moves to the wallet by itself: daily at 00:30 Asia/Kolkata, immediately (within half a minute), or never (manual)',
    ),
})
