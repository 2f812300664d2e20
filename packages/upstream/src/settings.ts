import * as z from 'zod'
import { upstreamErrors } from './error-codes.ts'

/** How upstreams are reached. Every field has a default. */
export const UpstreamSettingsSchema = z.strictObject({
  /** Attempts of one call at one provider, the first included. */
  maxAttempts: z.int().min(1).max(10).default(3),
  /** The shortest pause before the second attempt, in milliseconds. It doubles each time, with jitter up to twice. */
  minBackoffMs: z.int().min(1).max(10_000).default(100),
  /** The longest pause between two attempts, in milliseconds. */
  maxBackoffMs: z.int().min(1).max(20_000).default(2_000),
  /** Attempts in a row that end in `unavailable` or `throttled` before a provider's circuit opens. */
  circuitFailures: z.int().min(1).max(1_000).default(5),
  /** How long an open circuit refuses before it lets one attempt through, in milliseconds. */
  circuitOpenMs: z.int().min(1).max(3_600_000).default(10_000),
  /** An attempt that the deadline cut short before this many milliseconds says nothing about the provider. */
  circuitGraceMs: z.int().min(0).max(20_000).default(1_000),
  /** The most that one JSONata expression may take, in milliseconds. */
  expressionTimeoutMs: z.int().min(10).max(10_000).default(1_000),
  /** Connections kept open to one HTTP source at most. */
  connections: z.int().min(1).max(10_000).default(256),
})
/** Settings with the defaults filled in. */
export type UpstreamSettings = z.output<typeof UpstreamSettingsSchema>

/**
 * Fills in the defaults.
 *
 * @throws ParakhError `SETTINGS_INVALID`
 */
export function parseSettings(settings: z.input<typeof UpstreamSettingsSchema> = {}): UpstreamSettings {
  const parsed = UpstreamSettingsSchema.safeParse(settings)
  if (!parsed.success) throw upstreamErrors.error('SETTINGS_INVALID', { detail: z.prettifyError(parsed.error) })
  return parsed.data
}
