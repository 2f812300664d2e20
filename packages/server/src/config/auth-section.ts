import type { AuthScheme, Choice } from '@parakh/core'
import * as z from 'zod'

/**
 * The schemes that prove callers, by names of the deployer, in their order. Their drivers and options are checked with the plugins that bring them. The
 * name of one that proves external subjects is recorded with their keys, so it stays as it is.
 */
export const AuthSchema = z
  .record(
    z.string(),
    z.looseObject(
      { use: z.unknown().optional().describe('The name of a driver, such as key') },
      { error: 'must be a driver, { use: name, … }, under a name of yours, such as key: { use: key }' },
    ),
  )
  .describe(
    'All schemes that prove callers, by names of yours; without it keys and tokens: { key: { use: key }, bearer: { use: bearer } }',
  )

/** The section as it is written: drivers chosen in TypeScript, or by name with their options beside it. */
export type AuthSection = Readonly<
  Record<string, Choice<AuthScheme> | { readonly use: string; readonly [option: string]: unknown }>
>

/** Whether a server issues tokens: they are asked for with a key, and proven by the scheme of tokens. */
export function issuesTokens(auth: z.output<typeof AuthSchema> | undefined): boolean {
  const drivers = auth && Object.values(auth).map(({ use }) => use)
  return !drivers || (drivers.includes('key') && drivers.includes('bearer'))
}
