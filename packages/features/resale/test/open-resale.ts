import type { Store, TableAccess } from '@parakh/core'
import { openStore, type TestDatabase } from '../../../../test/databases.ts'
import { resale } from '../src/plugin.ts'
import { resaleTables } from '../src/tables/resale-tables.ts'

/** A process with the tables of resale. */
export interface ResaleProcess {
  readonly store: Store
  readonly tables: TableAccess
}

/** Gives the tables of resale to a store, and migrates it. */
export async function withResale(store: Store): Promise<ResaleProcess> {
  const { pluginTables } = store
  if (!pluginTables) throw new Error('this store keeps no tables')
  const statements = resale.definition.statements.flatMap((set) => Object.values(set).map((one) => one.statement))
  pluginTables.use([{ tables: resaleTables, statements }])
  await store.migrate()
  return { store, tables: pluginTables.access(resaleTables) }
}

/** Opens a process on a test's database. */
export const openResale = async (
  database: TestDatabase,
  options: Parameters<typeof openStore>[1] = {},
): Promise<ResaleProcess> => withResale(await openStore(database, options))
