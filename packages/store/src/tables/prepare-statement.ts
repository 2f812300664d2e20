import type { BoundStatement, SqlPart, TableStatement } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { render } from './render.ts'
import { counting } from './run-statement.ts'

/** A value that is there; what it is does not matter to a database that only reads the statement. */
const THERE = 'there'

/**
 * Has the database read a statement, with all optional parts and without them. Nothing is run.
 *
 * @throws What the database says.
 */
export async function prepareStatement(database: Database, statement: TableStatement): Promise<void> {
  const sql = statement.on(database.dialect)
  for (const value of [THERE, null]) {
    const { text, bindings } = counting(statement, render(database, sql, sampleOf(sql.parts, value)))
    // Of any type: only lists have values, because they are parsed where they are planned.
    const nulls = bindings.map((bound) => (bound === THERE ? null : bound))
    await database.knex.raw(`explain ${text}`, nulls)
  }
}

/** Values for each parameter of these parts: one row, no elements, one value or none. */
const sampleOf = (parts: readonly SqlPart[], value: string | null): BoundStatement['values'] =>
  Object.assign(
    {},
    ...parts.map((part) => {
      if (typeof part === 'string' || !('field' in part)) return {}
      if (part.kind === 'when')
        return {
          [part.field]: value,
          ...sampleOf(part.given.parts, value),
          ...sampleOf(part.absent.parts, value),
        }
      if (part.kind === 'each') return { [part.field]: [{}] }
      return { [part.field]: part.kind === 'list' && value !== null ? [] : value }
    }),
  )
