import { type Page, readCursor, writeCursor } from '@parakh/core'
import * as z from 'zod'
import type { ListedPrice } from '../contract/prices.ts'

const Place = z.tuple([z.string()])

/**
 * A page of prices that are in memory, by id, so that a price added between two pages shifts no other.
 *
 * @throws `CURSOR_INVALID`, also for a cursor that names none of them.
 */
export function pageOfPrices(
  listed: readonly ListedPrice[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Page<ListedPrice> {
  const after =
    cursor === undefined
      ? null
      : readCursor(
          cursor,
          Place.refine(([id]) => listed.some((one) => one.id === id)),
        )
  const first = after === null ? 0 : listed.findIndex(({ id }) => id === after[0]) + 1
  const items = listed.slice(first, first + limit)
  const end = items.at(-1)
  return { items, next: end !== undefined && first + limit < listed.length ? writeCursor([end.id]) : null }
}
