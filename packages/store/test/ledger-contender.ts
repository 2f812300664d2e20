import type { BillingOperation } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger } from '@parakh/testkit'
import { createBatches } from '../src/billing/batch/create-batches.ts'
import type { BatchEngine } from '../src/billing/batch/engine.ts'
import { createOpenCalls, type OpenCalls } from '../src/billing/open-calls.ts'
import { openEngine } from '../src/billing/open-engine.ts'
import type { OpenedDatabase } from '../src/connection/database.ts'
import { openDatabase } from '../src/connection/open-database.ts'
import { migrate } from '../src/migrations/migrate.ts'
import type { TestDatabase } from './databases.ts'

/** A database in one of its forms, to be held against the memory. */
export interface Contender {
  readonly database: OpenedDatabase
  readonly open: OpenCalls
  /** Operations that come at once. One that is refused by the database is told by its error's code. */
  run(operations: readonly BillingOperation[]): Promise<readonly unknown[]>
  /** Batches that were decided on the mirror. */
  guessed(): number
  close(): Promise<void>
}

/**
 * Opens a contender on a database of its own.
 *
 * @param literal Whether every batch is read before it is decided, also where the engine could do without.
 */
export async function makeContender(place: TestDatabase, { literal }: { literal: boolean }): Promise<Contender> {
  const database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
  await migrate(database)
  const engine = openEngine(database, 2)
  let guesses = 0
  const count = () => {
    guesses += 1
  }
  const form = literal ? withoutGuess(engine) : countingGuesses(engine, count)
  const turns = database.dialect === 'sqlite3' ? database.writers : undefined
  const batches = createBatches({ engine: form, decide, maxSize: 128, turns })
  return {
    database,
    open: createOpenCalls({ database, batches, onReleased: () => undefined }),
    async run(operations) {
      const results = await Promise.allSettled(operations.map((operation) => batches.run(operation)))
      return results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))
    },
    guessed: () => guesses,
    async close() {
      await batches.idle()
      await engine.close()
      await database.close()
      await place.drop()
    },
  }
}

function withoutGuess({ guess: _, ...engine }: BatchEngine): BatchEngine {
  return engine
}

function countingGuesses(engine: BatchEngine, count: () => void): BatchEngine {
  const { guess } = engine
  if (!guess) return engine
  return {
    ...engine,
    async guess(guessing) {
      const results = await guess(guessing)
      if (results) count()
      return results
    },
  }
}
