import * as z from 'zod'
import type { Block } from './handles.ts'

const Short = z.string().max(500)
const Text = z.string().max(20_000)
const Fields = z.array(z.tuple([Short, Text])).max(500)
const BlockSchema: z.ZodType<Block, Block> = z.union(
  [
    z.strictObject({ fields: Fields }),
    z.strictObject({ heading: Short.min(1) }),
    z.strictObject({
      table: z.strictObject({ columns: z.array(Short).min(1).max(16), rows: z.array(z.array(Text)).max(5000) }),
    }),
    z.strictObject({ note: Text.min(1) }),
    z.strictObject({ card: z.strictObject({ front: Fields, back: Fields }) }),
  ],
  { error: 'must be fields, a heading, a table of 1 to 16 columns, a note, or a card, and their texts strings' },
)

/** The largest number of characters in one document. Each text, also an empty one, counts one more. */
const MOST_CHARACTERS = 100_000

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 1, 0)

/** A cell that is missing is drawn like one that is empty. */
function sizeOfBlock(block: Block): number {
  if ('heading' in block) return sizeOf([block.heading])
  if ('note' in block) return sizeOf([block.note])
  if ('card' in block) return sizeOf([...block.card.front.flat(), ...block.card.back.flat()])
  if ('fields' in block) return sizeOf(block.fields.flat())
  const { columns, rows } = block.table
  return rows.reduce((sum, row) => sum + Math.max(sizeOf(row), columns.length), sizeOf(columns))
}

/**
 * The description of a document for one record, checked before it is drawn. It holds at most 100,000 characters, where each text counts
 * one more: layout takes processor time.
 */
export const DescribedDocument = z
  .object({
    title: z.string().trim().min(1).max(80),
    fileName: z.string(),
    blocks: z.array(BlockSchema).min(1).max(500),
  })
  .refine(({ blocks }) => blocks.reduce((sum, block) => sum + sizeOfBlock(block), 0) <= MOST_CHARACTERS, {
    path: ['blocks'],
    error: `must hold at most ${MOST_CHARACTERS} characters in all, each text counting as one more`,
  })
/** The input of `DescribedDocument`. */
export type DescribedDocument = z.output<typeof DescribedDocument>
