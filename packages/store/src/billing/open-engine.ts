import type { OpenedDatabase } from '../connection/database.ts'
import type { BatchEngine } from './batch/engine.ts'
import { openPostgresEngine } from './postgres/postgres-engine.ts'
import { isRetryableSqlite, openSqliteEngine } from './sqlite/sqlite-engine.ts'

/**
 * The engine of a database.
 *
 * @param lanes Batches side by side, on PostgreSQL.
 */
export function openEngine(database: OpenedDatabase, lanes: number): BatchEngine {
  const { filename, storage } = database
  const engine = filename === null ? openPostgresEngine(database, lanes) : sqliteOnceMigrated({ ...database, filename })
  return {
    ...engine,
    run: (footprint, work, tries) => storage.watch(() => engine.run(footprint, work, tries)),
    guess: (guessing) => storage.watch(async () => (await engine.guess?.(guessing)) ?? null),
  }
}

/** SQLite prepares statements against tables, so the connection is opened by the first batch: the schema stands by then. */
function sqliteOnceMigrated(database: OpenedDatabase & { readonly filename: string }): BatchEngine {
  let opening: Promise<BatchEngine> | null = null
  const open = (): Promise<BatchEngine> => {
    opening ??= openSqliteEngine(database).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    lanes: 1,
    run: async (footprint, work, tries) => (await open()).run(footprint, work, tries),
    guess: async (guessing) => (await (await open()).guess?.(guessing)) ?? null,
    isRetryable: isRetryableSqlite,
    async close() {
      if (opening) await (await opening).close()
    },
  }
}
