import type { Choice, Envelope } from '@parakh/core'
import * as z from 'zod'

/** The host's envelope. Its driver and options are checked with the plugins that bring them. */
export const EnvelopeSchema = z
  .looseObject({ use: z.unknown().optional().describe('modern, legacy, verify, or the envelope of a plugin') })
  .describe('The format of answers and errors where an endpoint leaves it to the host, and of unknown routes')

/** The section as it is written: a driver chosen in TypeScript, or by name with its options beside it. */
export type EnvelopeSection = Choice<Envelope> | { readonly use: string; readonly [option: string]: unknown }
