import * as z from 'zod'
import type { Block } from './handles.ts'

const Short = z.string().max(500)
const Text = z.string().max(20_000)
const BlockSchema: z.ZodType<Block, Block> = z.union(
  [
    z.strictObject({ fields: z.array(z.tuple([Short, Text])).max(500) }),
    z.strictObject({ heading: Short.min(1) }),
    z.strictObject({
      table: z.strictObject({ columns: z.array(Short).min(1).max(16), rows: z.array(z.array(Text)).max(5000) }),
    }),
    z.strictObject({ note: Text.min(1) }),
  ],
  { error: 'must be fields, a heading, a table of 1 to 16 columns, or a note, and their texts strings' },
)

/** What the definition of a document says of one record: what a host may rely on when it draws it. */
export const DescribedDocument = z.object({
  title: z.string().trim().min(1).max(80),
  fileName: z.string(),
  blocks: z.array(BlockSchema).min(1).max(500),
})
/** What `DescribedDocument` reads. */
export type DescribedDocument = z.output<typeof DescribedDocument>
