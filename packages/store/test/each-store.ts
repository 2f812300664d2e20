import type { PluginDefinition, Store, TableAccess } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database, OpenedDatabase } from '../src/connection/database.ts'
import { openDatabase } from '../src/connection/open-database.ts'
import { ENGINES, type TestDatabase } from './databases.ts'
import { openStore } from './store-bench.ts'

/** A store with the tables of a plugin, and the database beneath it. */
export interface PluginStore {
  readonly store: Store
  readonly tables: TableAccess
  readonly database: Database
}

/**
 * Runs a suite of a plugin's tables on SQLite (a temporary file) and on PostgreSQL (a database of its own).
 *
 * @param name What is promised.
 * @param plugin Whose tables and statements the store gets.
 * @param suite Gets the store, which is open while tests and hooks run.
 */
export function eachStore(
  name: string,
  plugin: Pick<PluginDefinition, 'tables' | 'statements'>,
  suite: (opened: () => PluginStore) => void,
): void {
  describe.each(ENGINES)(`${name} on %s`, (_, make) => {
    let place: TestDatabase | undefined
    let database: OpenedDatabase | undefined
    let opened: PluginStore | undefined
    beforeAll(async () => {
      place = await make()
      const store = await openStore(place)
      const { tables } = plugin
      const { pluginTables } = store
      if (!pluginTables || !tables) throw new Error('the store keeps tables of plugins, and the plugin has some')
      const statements = plugin.statements.flatMap((set) => Object.values(set).map(({ statement }) => statement))
      pluginTables.use([{ tables, statements }])
      await store.migrate()
      for (const statement of statements) await pluginTables.prepare(statement)
      database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
      opened = { store, tables: pluginTables.access(tables), database }
    })
    afterAll(async () => {
      await database?.close()
      await opened?.store.close()
      await place?.drop()
    })
    suite(() => {
      if (!opened) throw new Error('the store is open while tests run')
      return opened
    })
  })
}
