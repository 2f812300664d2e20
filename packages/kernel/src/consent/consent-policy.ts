import type { Plugin } from '@parakh/core'
import * as z from 'zod'
import { LONGEST_PATTERN, type ReferencePattern, referencePattern } from './reference-pattern.ts'

/** What a plugin's configuration says of consent. */
export interface ConsentPolicy {
  /** The version of the notice. */
  readonly notice: string
  /** Whether standing declarations of accounts count. */
  readonly standing: boolean
  /** The form of X-Consent-Ref; null: any. */
  readonly pattern: ReferencePattern | null
  /** The purposes that calls may have; null: all of the plugin. */
  readonly purposes: readonly string[] | null
  /** The name of the consent verifier that is asked; null: none. */
  readonly verifier: string | null
}

/** The option `consent` of a plugin. */
export const ConsentOptions = z.strictObject({
  notice: z.string().min(1),
  standing: z.boolean().optional(),
  pattern: z
    .string()
    .refine(
      (text) => referencePattern(text) !== null,
      `must be a pattern of at most ${LONGEST_PATTERN} characters: characters and [classes] in a row, each with a count, at most two of variable length, no groups and no |`,
    )
    .optional(),
  purposes: z.array(z.string()).min(1).optional(),
  verifier: z.string().min(1).optional(),
})
type ConsentOptions = z.output<typeof ConsentOptions>

/** The policy that checked options say. */
export const consentPolicy = ({ notice, standing, pattern, purposes, verifier }: ConsentOptions): ConsentPolicy => ({
  ...{ notice, standing: standing ?? false, purposes: purposes ?? null, verifier: verifier ?? null },
  pattern: pattern === undefined ? null : referencePattern(pattern),
})

/** What is wrong with the purposes of a policy: those that no endpoint of the plugin has. */
export function unknownPurposes(
  { definition: { endpoints } }: Pick<Plugin, 'definition'>,
  options: ConsentOptions | undefined,
): readonly string[] {
  const known = [...new Set(endpoints.flatMap(({ consent }) => consent?.purpose ?? []))]
  return (options?.purposes ?? [])
    .filter((purpose) => !known.includes(purpose))
    .map((purpose) => `no endpoint has the purpose "${purpose}". Allowed: ${known.join(', ') || 'none'}`)
}
