import * as z from 'zod'
import type { Page } from '../records.ts'

/** The fields of a list's input: `input: z.object({ ...PAGE_FIELDS, state: … })`. */
export const PAGE_FIELDS = {
  cursor: z.string().min(1).max(1_000).optional().describe('The next_cursor of the previous page'),
  limit: z.int().min(1).max(1_000).default(100).describe('The page size, 1 to 1000'),
} as const

/** The output of a list. */
export type PageOutput<I extends z.ZodObject> = z.ZodObject<{
  readonly items: z.ZodArray<I>
  readonly next_cursor: z.ZodNullable<z.ZodString>
}>

/**
 * The output of an operation that is a list: `--cursor`, CSV and the console's table come with it.
 *
 * @param item A row. Its fields, in order, are the CSV columns.
 * @example
 * const Output = pageOf(SubscriptionView)
 */
export const pageOf = <I extends z.ZodObject>(item: I): PageOutput<I> =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

/** The rows of an output made by `pageOf`; null for any other output. */
export function rowsOf(output: z.ZodType): z.ZodObject | null {
  if (!(output.type === 'object' && 'shape' in output)) return null
  const { items, next_cursor } = output.shape as Readonly<Record<string, z.ZodType | undefined>>
  if (!next_cursor || items?.type !== 'array' || !('element' in items)) return null
  return items.element as z.ZodObject
}

/**
 * A page of a service as the output of a list.
 *
 * @param present Makes a row of an item.
 * @example
 * handle: async ({ input, plans }) => presentPage(await plans.list(input), presentSubscription)
 */
export const presentPage = <T, R>(
  { items, next }: Page<T>,
  present: (item: T) => R,
): { items: R[]; next_cursor: string | null } => ({ items: items.map(present), next_cursor: next })
