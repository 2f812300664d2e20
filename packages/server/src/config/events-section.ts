import type { Choice, EventSink } from '@parakh/core'
import * as z from 'zod'

/**
 * The sinks of committed events, by names of the deployer. Their drivers and options are checked with the plugins that bring them. The names are
 * recorded with deliveries, so they stay as they are.
 */
export const EventsSchema = z
  .record(z.string(), z.looseObject({ use: z.unknown().optional().describe('The name of a driver, such as webhooks') }))
  .describe('All sinks of committed events, by names of yours; without it the webhook endpoints are the only one')

/** The section as it is written: drivers chosen in TypeScript, or by name with their options beside it. */
export type EventsSection = Readonly<
  Record<string, Choice<EventSink> | { readonly use: string; readonly [option: string]: unknown }>
>
