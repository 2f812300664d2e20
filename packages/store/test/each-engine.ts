import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database, OpenedDatabase } from '../src/connection/database.ts'
import { openDatabase } from '../src/connection/open-database.ts'
import { ENGINES, type TestDatabase } from './databases.ts'

/**
 * Runs a suite on SQLite (a temporary file) and on PostgreSQL (a database of its own), each with the schema.
 *
 * @param name What is promised.
 * @param suite Gets the database, which is open while tests and hooks run.
 */
export function eachEngine(name: string, suite: (database: () => Database) => void): void {
  describe.each(ENGINES)(`${name} on %s`, (_, make) => {
    let place: TestDatabase | undefined
    let opened: OpenedDatabase | undefined
    beforeAll(async () => {
      place = await make()
      opened = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    })
    afterAll(async () => {
      await opened?.close()
      await place?.drop()
    })
    suite(() => {
      if (!opened) throw new Error('the database is open while tests run')
      return opened
    })
  })
}
