import type { Page } from '@parakh/core'
import type { PageQuery } from './define-admin-list.ts'
import { invalidFields } from './request-parts.ts'

/**
 * One page of rows that are all at hand, by their ids: a row that comes or goes between two pages moves no other.
 *
 * @param rows All of them, in the order in which they are listed.
 * @param idOf What names a row, permanently.
 * @throws AdminFault 422 for a cursor that names no row here.
 */
export function pageOf<T>(rows: readonly T[], { cursor, limit }: PageQuery, idOf: (row: T) => string): Page<T> {
  const last = cursor === null ? -1 : rows.findIndex((row) => idOf(row) === Buffer.from(cursor, 'base64url').toString())
  if (cursor !== null && last < 0) throw invalidFields({ cursor: 'must be the next_cursor of the page before' })
  const items = rows.slice(last + 1, last + 1 + limit)
  const end = items.at(-1)
  const more = end !== undefined && last + 1 + limit < rows.length
  return { items, next: more ? Buffer.from(idOf(end)).toString('base64url') : null }
}
