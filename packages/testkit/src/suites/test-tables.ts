import type { ComposedTables, Plugin, PluginFactory, Store, TableStore } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A store on a database of its own, and how it ends. */
export interface TablesBench {
  readonly store: Store
  close(): Promise<void>
}

/**
 * The suite of a plugin with tables: its migrations run on a fresh database, and a second time; each of its statements is understood by each
 * database, with all optional parts and without them. Nothing is run but the migrations.
 *
 * @param plugin As its package exports it.
 * @param databases By name. Give both: a statement that SQLite takes, PostgreSQL may refuse.
 * @example
 * testTables(referrals, { SQLite: () => openSqlite(), PostgreSQL: () => openPostgres() })
 */
export function testTables(
  plugin: Pick<Plugin | PluginFactory, 'definition'>,
  databases: Readonly<Record<string, () => Promise<TablesBench>>>,
): void {
  const { id, tables, statements: sets } = plugin.definition
  const statements = sets.flatMap((set) => Object.values(set).map(({ statement }) => statement))
  describe.each(Object.entries(databases))(`tables of the plugin ${id} on %s`, (_, open) => {
    let bench: TablesBench | undefined
    const kept = (): TableStore => {
      if (!bench?.store.pluginTables) throw new Error('the store keeps tables of plugins')
      return bench.store.pluginTables
    }
    beforeAll(async () => {
      bench = await open()
      if (!tables) throw new Error(`the plugin ${id} has tables`)
      const composed: readonly ComposedTables[] = [{ tables, statements }]
      kept().use(composed)
      await bench.store.migrate()
    })
    afterAll(async () => bench?.close())

    it('are made on a fresh database, and migrated twice without harm', async () => {
      await bench?.store.migrate()
      expect(await bench?.store.migrated()).toBe(true)
    })
    it.each(statements.map((statement) => [statement.name, statement] as const))(
      'are read and written by %s as the database understands it',
      async (_name, statement) => await kept().prepare(statement),
    )
  })
}
