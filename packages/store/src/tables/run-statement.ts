import type { BoundStatement, SqlPart, TableStatement } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { errorCode, withStatement } from '../connection/error-facts.ts'
import { type Rendered, render, rowsOf } from './render.ts'

/** Rows of one statement: with many columns it still has fewer parameters than both databases take. */
const ROWS_AT_ONCE = 500
const Rows = z.array(z.unknown())
const Answer = z.object({ rows: Rows })

const nameOf = ({ of, name }: TableStatement): string => `${of.namespace}.${name}`

/** Runs a statement. @returns Its rows, as the database gives them. @throws The statement's `unique` error. */
export async function runStatement(
  knex: Knex | Knex.Transaction,
  database: Pick<Database, 'dialect' | 'table'>,
  { statement, values }: BoundStatement,
): Promise<readonly unknown[]> {
  const rows: unknown[] = []
  for (const part of inParts(statement, values, database)) {
    const rendered = render(database, statement.on(database.dialect), part)
    rows.push(...(await sent(knex, database, { statement, values: part, rendered: counting(statement, rendered) })))
  }
  return rows
}

/** A write that gives no rows gives one for each row that it has written. */
export const counting = ({ kind }: TableStatement, rendered: Rendered): Rendered =>
  kind === 'write' ? { ...rendered, text: `${rendered.text} returning 1 as written` } : rendered

async function sent(
  knex: Knex | Knex.Transaction,
  { dialect }: Pick<Database, 'dialect'>,
  { statement, values, rendered: { text, bindings } }: BoundStatement & { readonly rendered: Rendered },
): Promise<readonly unknown[]> {
  try {
    const answer: unknown = await knex.raw(text, [...bindings])
    return dialect === 'pg' ? Answer.parse(answer).rows : Rows.parse(answer)
  } catch (error) {
    if (statement.unique && isUniqueViolation(error)) throw statement.unique(values)
    throw withStatement(error, nameOf(statement))
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  errorCode(error) === '23505' ||
  (errorCode(error) === 'SQLITE_CONSTRAINT' && error instanceof Error && error.message.includes('UNIQUE constraint'))

/** The values of a statement, in parts where it writes many rows; none where there are no rows to write. */
function inParts(
  statement: TableStatement,
  values: BoundStatement['values'],
  { dialect }: Pick<Database, 'dialect'>,
): readonly BoundStatement['values'][] {
  const each = statement.on(dialect).parts.find(isEach)
  if (!each) return [values]
  const rows = rowsOf(values, each.field)
  const parts: BoundStatement['values'][] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    parts.push({ ...values, [each.field]: rows.slice(from, from + ROWS_AT_ONCE) })
  return parts
}

const isEach = (part: SqlPart): part is Extract<SqlPart, { kind: 'each' }> =>
  typeof part !== 'string' && part.kind === 'each'
