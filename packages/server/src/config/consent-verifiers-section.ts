import type { Choice, ConsentVerifier } from '@parakh/core'
import * as z from 'zod'

/** Consent verifiers by names of the deployer. Their drivers and options are checked with the plugins that bring them. */
export const ConsentVerifiersSchema = z
  .record(z.string(), z.looseObject({ use: z.unknown().optional().describe('The name of a driver of a plugin') }))
  .describe('Who says whether stated consents hold, by names of yours; consent.verifier of a plugin names one')

/** The section as it is written: drivers chosen in TypeScript, or by name with their options beside it. */
export type ConsentVerifiersSection = Readonly<
  Record<string, Choice<ConsentVerifier> | { readonly use: string; readonly [option: string]: unknown }>
>
