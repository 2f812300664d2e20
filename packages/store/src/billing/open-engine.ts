import type { Decide, EventRow, OperationResult } from '@parakh/core'
import type { CommittedEvents } from '../connection/committed-events.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { isRetryableSqlite } from '../connection/retryable-sqlite.ts'
import type { BatchEngine } from './batch/engine.ts'
import { type OnCommitsLost, openPostgresEngine } from './postgres/postgres-engine.ts'
import { openSqliteEngine } from './sqlite/sqlite-engine.ts'

/** The engine of a database. @param onCommitsLost See `openPostgresEngine`; a SQLite file that is replaced is noticed by itself (decision 0058). */
export function openEngine(database: OpenedDatabase, decide: Decide, onCommitsLost: OnCommitsLost): BatchEngine {
  const { filename, storage, events } = database
  const { decideAndNote, tell } = noting(decide, events)
  const engine =
    filename === null
      ? openPostgresEngine(database, decideAndNote, onCommitsLost)
      : sqliteOnceMigrated({ ...database, filename }, decideAndNote)
  return { ...engine, run: async (batch) => tell(await storage.watch(() => engine.run(batch))) }
}

/** Notes the events of a decision with its results, and tells them when an engine gives these results back: they are committed then. */
function noting(decide: Decide, events: CommittedEvents) {
  const noted = new WeakMap<readonly OperationResult[], readonly EventRow[]>()
  const decideAndNote: Decide = (state, operations) => {
    const decided = decide(state, operations)
    if (decided.changes.events.length > 0) noted.set(decided.results, decided.changes.events)
    return decided
  }
  const tell = (results: readonly OperationResult[]): readonly OperationResult[] => {
    events.tell(noted.get(results) ?? [])
    return results
  }
  return { decideAndNote, tell }
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
