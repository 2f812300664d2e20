import type { BillingOperation, Move } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger } from '@parakh/testkit'
import { createBatches } from '../src/billing/batch/create-batches.ts'
import { createOpenCalls, type OpenCalls } from '../src/billing/open-calls.ts'
import { openPostgresEngine } from '../src/billing/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../src/billing/sqlite/sqlite-engine.ts'
import type { WriteThroughCache } from '../src/billing/sqlite/write-through-cache.ts'
import type { OpenedDatabase } from '../src/connection/database.ts'
import { openDatabase } from '../src/connection/open-database.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { lockedWallets } from '../src/wallet/locked-wallets.ts'
import { moveMoney } from '../src/wallet/move-money.ts'
import type { TestDatabase } from './databases.ts'

/** A database in one of its forms, to be held against the memory. */
export interface Contender {
  readonly database: OpenedDatabase
  readonly open: OpenCalls
  /** Operations that come at once. One that is refused by the database is told by its error's code. */
  run(operations: readonly BillingOperation[]): Promise<readonly unknown[]>
  /** A move in a transaction of its own, past the batches. @returns How it ended; `thrown` where it was not decided. */
  move(move: Move): Promise<string>
  close(): Promise<void>
}

/** The database refused what was decided, or what was to be decided is no amount. */
const refusedOr = (code: string): string => (['OPERATION_REFUSED', 'INVALID_AMOUNT'].includes(code) ? 'refused' : code)

/**
 * Opens a contender on a database of its own.
 *
 * @param cache Of SQLite: what its batches are decided on where they need not be read.
 */
export async function makeContender(place: TestDatabase, cache?: WriteThroughCache): Promise<Contender> {
  const database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  await migrate(database)
  const { filename } = database
  const engine =
    filename === null
      ? openPostgresEngine(database, decide, async () => undefined)
      : await openSqliteEngine({ database: { ...database, filename }, decide, ...(cache && { cache }) })
  const turns = database.dialect === 'sqlite3' ? database.writers : undefined
  const batches = createBatches({ engine, maxSize: 128, turns })
  return {
    database,
    open: createOpenCalls({ database, batches, onReleased: () => undefined }),
    async run(operations) {
      const results = await Promise.allSettled(operations.map((operation) => batches.run(operation)))
      return results.map((one) => (one.status === 'fulfilled' ? one.value : refusedOr(one.reason.code)))
    },
    async move(move) {
      const { accountId, environment } = move
      const accountIds = move.kind === 'transfer' ? [accountId, move.to] : [accountId]
      const moved = database.write(async (transaction) => {
        const wallets = await lockedWallets(transaction, database, { accountIds, environment })
        return await moveMoney(transaction, { database, decide }, { move, wallets: [...wallets.values()] })
      })
      return await moved.then(
        ({ kind }) => kind,
        (error: { code?: string }) => (error.code === 'REFERENCE_REUSED' ? 'reused' : 'thrown'),
      )
    },
    async close() {
      await batches.idle()
      await engine.close()
      await database.close()
      await place.drop()
    },
  }
}
