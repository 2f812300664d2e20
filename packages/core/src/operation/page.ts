import * as z from 'zod'
import { readCursor, writeCursor } from '../cursor.ts'
import { coreErrors } from '../error-codes.ts'
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

/** The asked page of a list, for a service. */
export interface AskedPage {
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/**
 * Divides the input of a list into its page and its filters.
 *
 * @example
 * const { page, filters } = askedPage(input)
 */
export const askedPage = <I extends { readonly cursor?: string | undefined; readonly limit: number }>({
  cursor,
  limit,
  ...filters
}: I): { readonly page: AskedPage; readonly filters: Omit<I, 'cursor' | 'limit'> } => ({
  page: { cursor: cursor ?? null, limit },
  filters,
})

/**
 * A page of rows that are in memory, by id, so that a row added or removed between two pages shifts no other.
 *
 * @param rows All rows, in list order.
 * @param idOf The permanent id of a row.
 * @throws `CURSOR_INVALID` for a cursor that names none of the rows.
 */
export function pageOfRows<T>(rows: readonly T[], { cursor, limit }: AskedPage, idOf: (row: T) => string): Page<T> {
  const [id] = cursor === null ? [null] : readCursor(cursor, z.tuple([z.string()]))
  const last = id === null ? -1 : rows.findIndex((row) => idOf(row) === id)
  if (id !== null && last < 0) throw coreErrors.error('CURSOR_INVALID')
  const items = rows.slice(last + 1, last + 1 + limit)
  const end = items.at(-1)
  const more = end !== undefined && last + 1 + limit < rows.length
  return { items, next: more ? writeCursor([idOf(end)]) : null }
}
