import { COMMISSION_SETTLEMENTS, defineSettings, Price } from '@parakh/core'
import * as z from 'zod'

/**
 * What each level of a line earns: its rate less what the levels below it earn (`differential`), or its full rate (`flat`)
 * (decisions.md section 10).
 */
export const COMMISSION_MODES = ['differential', 'flat'] as const
export type CommissionMode = (typeof COMMISSION_MODES)[number]

const CommissionSchema = z.strictObject({
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
const CostsSchema = z
  .record(z.string(), z.record(z.string(), Price))
  .describe('The cost of provider operations in rupees: by plugin, as named under plugins, then by operation')

/** The settings of resale (decisions.md sections 10 and 13). No price may be below its cost. */
export const ResaleSettings = defineSettings(
  'resale',
  z.object({ commission: CommissionSchema.prefault({}), costs: CostsSchema.default({}) }),
)
type Schema = (typeof ResaleSettings)['definition']['schema']
/** The settings as they are written. */
export type ResaleOptions = z.input<Schema>
/** The settings, checked. */
export type ResaleSection = z.output<Schema>
