import { defineSettings } from '@parakh/core'
import { flag, wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { readRange } from './target/addresses.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const LONGEST_SECONDS = 604_800

/** Seconds, or a text such as `5m`. */
const Delay = z
  .union([
    wholeNumber(0, LONGEST_SECONDS),
    z
      .string()
      .regex(/^\d{1,6}[smhd]$/, 'must be seconds, or such as 5s, 5m, 2h, 1d')
      .transform((text) => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 1)),
  ])
  .refine((seconds) => seconds <= LONGEST_SECONDS, 'must be at most 7 days')
const Range = z
  .string()
  .refine((text) => readRange(text) !== null, { error: 'must be an address, or a range such as 10.0.0.0/8' })

/** The options of the plugin (decisions.md section 9). */
export const WebhookSettings = defineSettings(
  'webhooks',
  z.strictObject({
    allowInsecure: flag().default(false).describe('True: webhook endpoints may use plain http'),
    allowTargets: z
      .array(Range)
      .max(1_000)
      .default([])
      .describe('Private address ranges that webhook endpoints may use, at any port'),
    schedule: z
      .array(Delay)
      .min(1)
      .max(30)
      .default([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000])
      .describe(
        'Before the first attempt, the second and so on: seconds, or such as 5m. What is longer than 0 varies by 20 %',
      ),
    timeoutSeconds: wholeNumber(1, 120).default(15).describe('Time limit of one attempt, 1 to 120'),
  }),
)
/** The options, checked. */
export type WebhookOptions = z.output<typeof WebhookSettings.definition.schema>
