import type { Page } from '@parakh/core'
import type { PageQuery } from './define-admin-list.ts'
import { invalidFields } from './request-parts.ts'

/**
 * A page of rows that are in memory, by id, so that a row added or removed between two pages shifts no other.
 *
 * @param rows All rows, in list order.
 * @param idOf The permanent id of a row.
 * @throws AdminFault 422 for a cursor that names none of the rows.
 */
export function pageOf<T>(rows: readonly T[], { cursor, limit }: PageQuery, idOf: (row: T) => string): Page<T> {
  const last = cursor === null ? -1 : rows.findIndex((row) => idOf(row) === Buffer.from(cursor, 'base64url').toString())
  if (cursor !== null && last < 0) throw invalidFields({ cursor: 'must be the next_cursor of the page before' })
  const items = rows.slice(last + 1, last + 1 + limit)
  const end = items.at(-1)
  const more = end !== undefined && last + 1 + limit < rows.length
  return { items, next: more ? Buffer.from(idOf(end)).toString('base64url') : null }
}
