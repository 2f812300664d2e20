import type { Sql, SqlDialect, TableHandle } from './sql.ts'
import { sql } from './sql.ts'

/** What a migration is written with. */
export interface MigrationContext<N extends string = string> {
  /** Its own tables. */
  readonly t: Readonly<Record<N, TableHandle>>
  /** The platform's accounts: `references ${account} (id)`. */
  readonly account: TableHandle
  /** The name of an index: unique among the plugin's. */
  index(name: string): Sql
  /** The type of a column of bytes. */
  readonly bytes: Sql
  readonly dialect: SqlDialect
}
/** A step of a plugin's schema. One that was released is never changed; the release before it must be able to go on serving. */
export interface TableMigration<N extends string = string> {
  /** Such as `0001-baseline`: in ascending order. */
  readonly id: `${number}-${string}`
  /** The statements, in order. Called once for each database; pure. */
  up(context: MigrationContext<N>): readonly Sql[]
}
/** The tables of one plugin, without the types of their names. */
export interface TableSet {
  /** The plugin's id. */
  readonly namespace: string
  readonly names: readonly string[]
  readonly t: Readonly<Record<string, TableHandle>>
  readonly migrations: readonly TableMigration[]
}

/** The text before the prefix: a table's name without the store's prefix. */
export const tableNameOf = ({
  namespace,
  name,
}: {
  readonly namespace: string | null
  readonly name: string
}): string => (namespace === null ? name : `${namespace.replaceAll('-', '_')}_${name}`)

/** The statements of a migration on a database. */
export function migrationSql({ namespace, t }: TableSet, migration: TableMigration, dialect: SqlDialect) {
  return migration.up({
    t,
    dialect,
    account: { kind: 'table', namespace: null, name: 'account' },
    index: (name) => sql`${{ kind: 'index', namespace, name }}`,
    bytes: dialect === 'pg' ? sql`bytea` : sql`blob`,
  })
}
