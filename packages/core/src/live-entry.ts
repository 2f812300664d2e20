import * as z from 'zod'

/** The name of a source: unique in its plugin, and kept with what it is asked. */
export const SourceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and "-", a letter first, 32 at most')

/** What any entry of `live` may say beside its provider's own options. */
export const LiveEntryFields = {
  name: SourceName.exactOptional().describe(
    'Unique in the plugin: costs and caps are kept by it, so it stays where the list is reordered',
  ),
  authorised: z.boolean().exactOptional().describe('True: it may serve regulated lookups'),
  costs: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .exactOptional()
    .describe('What operations cost at this source, in rupees; NAME.status is the status query of a write'),
  dailyCap: z
    .int()
    .min(1)
    .exactOptional()
    .describe(
      'Requests in a day in India, over all processes; beyond it the source is skipped as if its circuit were open',
    ),
}
/** The same as it is written, in TypeScript too: `live: { ...acme({ token }), name: 'acme', costs: { details: 1.2 } }`. */
export type LiveEntry = z.input<z.ZodObject<typeof LiveEntryFields>>
