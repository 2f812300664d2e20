import { type ComposedTables, migrationSql, type PlatformRevision, type TableSet } from '@parakh/core'
import type { RevisionName } from '../connection/revisions.ts'
import type { SchemaTarget } from '../connection/schema-target.ts'
import { render } from './render.ts'

/** The name under which the revision of a plugin's rows, or of the platform's, is kept. */
export const revisionOf = (of: TableSet | PlatformRevision): RevisionName =>
  'namespace' in of ? `plugin/${of.namespace}` : of.name

/** The migrations of plugins, as they stand in the history: `plans/0001-baseline`. They come after the platform's. */
export const tableMigrations = (composed: readonly ComposedTables[]) =>
  composed.flatMap(({ tables }) =>
    tables.migrations.map((migration, place) => ({
      name: `${tables.namespace}/${migration.id}`,
      async up({ knex, dialect, named }: SchemaTarget): Promise<void> {
        if (place === 0)
          await knex(named('revision'))
            .insert({ name: revisionOf(tables), revision: 0 })
            .onConflict('name')
            .ignore()
        for (const sql of migrationSql(tables, migration, dialect))
          await knex.raw(render({ dialect, table: named }, sql).text)
      },
    })),
  )
