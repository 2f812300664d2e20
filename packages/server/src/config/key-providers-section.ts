import type { Choice, KeyProvider } from '@parakh/core'
import * as z from 'zod'

/** Key providers by names of the deployer, the first first. Their drivers and options are checked with the plugins that bring them. */
export const KeyProvidersSchema = z
  .record(
    z.string(),
    z.looseObject({
      use: z.unknown().optional().describe('environment (secrets.masterKey), file, command, or the driver of a plugin'),
    }),
  )
  .refine((providers) => Object.keys(providers).length > 0, 'must name one at least')
  .describe('Who keeps the master keys: the first wraps new data keys, all unwrap; without it secrets.masterKey')

/** The section as it is written: drivers chosen in TypeScript, or by name with their options beside it. */
export type KeyProvidersSection = Readonly<
  Record<string, Choice<KeyProvider> | { readonly use: string; readonly [option: string]: unknown }>
>

/** Whether the keys of `secrets.masterKey` are in use. @param given The section as it is written. */
export function usesEnvironmentKeys(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return true
  return Object.values(given).some(
    (choice: unknown) =>
      typeof choice === 'object' && choice !== null && 'use' in choice && choice.use === 'environment',
  )
}
