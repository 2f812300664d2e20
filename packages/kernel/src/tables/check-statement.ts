import type { SqlDialect, SqlPart, TableStatement } from '@parakh/core'
import { checkSql, type SqlFacts } from './check-sql.ts'
import { lexSql, type SqlToken } from './lex-sql.ts'

/** What is wrong with a statement on a database; null: nothing. It is not run. */
export function faultOfStatement(statement: TableStatement, dialect: SqlDialect): string | null {
  try {
    const { parts } = statement.on(dialect)
    checkRows(parts)
    for (const when of ['given', 'absent'] as const) checkFacts(statement, checkSql(lexSql(parts, when)))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const READS = ['select', 'values']
const WRITES = ['insert', 'update', 'delete', 'merge', 'replace']

function checkFacts({ kind, of }: TableStatement, facts: SqlFacts): void {
  const { verb, targets, tables, returning } = facts
  const foreign = tables.find((token) => !isOf(token, [of.namespace, null]))
  if (foreign)
    throw new TypeError(
      `it names ${nameOf(foreign)}, a table of another plugin. Allowed: ask that plugin by a service of it`,
    )
  const written = targets.find((token) => !isOf(token, [of.namespace]))
  if (written) throw new TypeError(`it writes to ${nameOf(written)}. Allowed: its own tables; money by Ledger.change`)
  if (kind === 'read' && (targets.length > 0 || !READS.includes(verb)))
    throw new TypeError(
      `it is a read and begins with ${verb || 'nothing'}. Allowed: select, with … select; a write declares what writes`,
    )
  if (kind !== 'read' && targets.length === 0)
    throw new TypeError('it is a write and writes to no table. Allowed: insert, update, delete, merge')
  if (kind === 'write' && (returning || !WRITES.includes(verb)))
    throw new TypeError('it gives rows. Allowed: the schema of a row, as row')
  if (kind === 'returning' && !returning && WRITES.includes(verb))
    throw new TypeError('it has a row and gives none. Allowed: returning, or a write without row')
}

const isOf = (token: SqlToken, namespaces: readonly (string | null)[]): boolean =>
  token.kind === 'table' && namespaces.includes(token.table.namespace)
const nameOf = (token: SqlToken): string =>
  token.kind === 'table' ? `${token.table.namespace ?? 'platform'}.${token.table.name}` : token.kind

/** Many rows are written in several statements, so their place is one. */
function checkRows(parts: readonly SqlPart[]): void {
  const countOf = (all: readonly SqlPart[]): number =>
    all.filter((part) => typeof part !== 'string' && part.kind === 'each').length
  const nested = parts.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'when' ? [...part.given.parts, ...part.absent.parts] : [],
  )
  if (countOf(parts) > 1 || countOf(nested) > 0)
    throw new TypeError('it has each(…) twice, or in when(…). Allowed: once, outside')
}
