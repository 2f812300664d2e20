import type { Decide } from '@parakh/core'
import type { OpenedDatabase } from '../connection/database.ts'
import { isRetryableSqlite } from '../connection/retryable-sqlite.ts'
import type { BatchEngine } from './batch/engine.ts'
import { openPostgresEngine } from './postgres/postgres-engine.ts'
import { openSqliteEngine } from './sqlite/sqlite-engine.ts'

/** The engine of a database. */
export function openEngine(database: OpenedDatabase, decide: Decide): BatchEngine {
  const { filename, storage } = database
  const engine =
    filename === null ? openPostgresEngine(database, decide) : sqliteOnceMigrated({ ...database, filename }, decide)
  return { ...engine, run: (batch) => storage.watch(() => engine.run(batch)) }
}

/** SQLite prepares statements against tables, so the connection is opened by the first batch: the tables exist by then. */
function sqliteOnceMigrated(database: OpenedDatabase & { readonly filename: string }, decide: Decide): BatchEngine {
  let opening: Promise<BatchEngine> | null = null
  const open = (): Promise<BatchEngine> => {
    opening ??= openSqliteEngine({ database, decide }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    run: async (batch) => (await open()).run(batch),
    isRetryable: isRetryableSqlite,
    async close() {
      if (opening) await (await opening).close()
    },
  }
}
