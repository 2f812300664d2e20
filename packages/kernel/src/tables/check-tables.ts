import {
  type ConfigurationFault,
  migrationSql,
  type Plugin,
  type SqlDialect,
  type Tables,
  tableNameOf,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { faultOfStatement } from './check-statement.ts'

const DIALECTS: readonly SqlDialect[] = ['sqlite3', 'pg']
const TABLE = /^[a-z][a-z0-9_]*$/
const MIGRATION = /^\d{4}-[a-z0-9-]{1,64}$/
/** Of PostgreSQL's 63: 24 are the prefix's. */
const LONGEST_NAME = 39

/** What is wrong with a plugin's tables, its migrations and its statements, on both databases. Pure: no database is asked. */
export function checkTables({ id, definition }: Plugin, path: string): readonly ConfigurationFault[] {
  const { tables, statements } = definition
  const declared = statements.flatMap((set) => Object.values(set).map(({ statement }) => statement))
  const details = tables ? faultsOfTables(id, tables) : []
  if (declared.some(({ of }) => of !== tables))
    details.push(
      'a statement of definePlugin({ statements }) is of other tables. Allowed: those of definePlugin({ tables })',
    )
  const ofStatements = declared.flatMap((statement) =>
    DIALECTS.flatMap((dialect) => {
      const detail = faultOfStatement(statement, dialect)
      return detail === null ? [] : { statement: statement.name, dialect, detail }
    }),
  )
  return [
    ...details.map((detail) => kernelErrors.fault('TABLES_INVALID', path, { id, detail })),
    ...ofStatements.map((facts) => kernelErrors.fault('STATEMENT_INVALID', path, { id, ...facts })),
  ]
}

function faultsOfTables(id: string, tables: Tables): string[] {
  const { namespace, names, migrations } = tables
  const ids = migrations.map((migration) => migration.id)
  const details: string[] = []
  if (namespace !== id) details.push(`they are declared for "${namespace}". Allowed: defineTables('${id}', …)`)
  for (const name of names)
    if (!TABLE.test(name) || tableNameOf({ namespace, name }).length > LONGEST_NAME)
      details.push(
        `the name "${name}" is not allowed. Allowed: a-z, 0-9 and _, with the plugin's at most ${LONGEST_NAME} characters`,
      )
  if (new Set(names).size !== names.length) details.push('two tables have one name')
  if (ids.length === 0) details.push('no migration creates them')
  for (const one of ids)
    if (!MIGRATION.test(one))
      details.push(`the migration "${one}". Allowed: four digits and a name, such as 0001-baseline`)
  if (ids.some((one, place) => place > 0 && one <= (ids[place - 1] ?? '')))
    details.push('the migrations do not stand in ascending order, each once')
  return [...details, ...faultsOfMigrations(tables)]
}

function faultsOfMigrations(tables: Tables): readonly string[] {
  return tables.migrations.flatMap((migration) =>
    DIALECTS.flatMap((dialect) => {
      try {
        const parts = migrationSql(tables, migration, dialect).flatMap((sql) => sql.parts)
        const long = parts.flatMap((part) =>
          typeof part !== 'string' && part.kind === 'index' && tableNameOf(part).length > LONGEST_NAME
            ? [part.name]
            : [],
        )
        return long.map(
          (name) =>
            `the index "${name}" of ${migration.id} has a name that is too long. Allowed: with the plugin's at most ${LONGEST_NAME} characters`,
        )
      } catch (error) {
        return [
          `the migration ${migration.id} cannot be written for ${dialect}: ${error instanceof Error ? error.message : String(error)}`,
        ]
      }
    }),
  )
}
