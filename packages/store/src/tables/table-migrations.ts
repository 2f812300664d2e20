import { type ComposedTables, migrationSql } from '@parakh/core'
import type { SchemaTarget } from '../connection/schema-target.ts'
import { render } from './render.ts'

/** The name under which the revision of a plugin's rows is kept. */
export const revisionOf = ({ namespace }: ComposedTables['tables']) => `plugin/${namespace}` as const

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
