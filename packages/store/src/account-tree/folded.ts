import type { Dialect } from '../connection/database.ts'

/**
 * A text column of accounts in small letters, as SQL: A to Z alone, in the order of bytes, so that both databases fold and sort alike. The indexes of
 * migration 0005 are of exactly this expression.
 */
export const foldedSql = (dialect: Dialect, column: 'name' | 'id'): string =>
  dialect === 'pg' ? `lower(${column} collate "C")` : `lower(${column})`

/** A text as `foldedSql` makes it. */
export const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
