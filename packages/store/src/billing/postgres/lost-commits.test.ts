import { inr } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../../test/databases.ts'
import { query } from '../../../test/migrated-template.ts'
import { admit, asked, openPayer, openStore, settle } from '../../../test/store-bench.ts'
import { AcknowledgedMarks } from './acknowledged-marks.ts'

describe('a PostgreSQL that has lost commits which it acknowledged', () => {
  let database: TestDatabase & { readonly options: { readonly connection: string } }
  beforeEach(async () => {
    const made = await postgresDatabase()
    if (made.options.client !== 'pg') throw new TypeError('a database of PostgreSQL is asked for')
    database = { ...made, options: made.options }
  })
  afterEach(() => database.drop())
  const run = (sql: string) => query(database.options.connection, sql)

  it('stops money until an operator compares the head, and refuses the batch that found it', async () => {
    const logger = collectingLogger()
    const store = await openStore(database, { logger })
    const payer = await openPayer(store)
    for (const reference of ['one', 'two']) {
      await admit(store, payer, reference)
      await settle(store, payer, reference)
    }
    // As a standby has it that had not received the last batch.
    await run('update parakh_batch_mark set batch = batch - 1 where batch > 0')
    await expect(admit(store, payer, 'three')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await store.billing.findByReference('three')).toBeNull()
    expect(await store.money.state()).toMatchObject({
      mode: 'recovery',
      reason: expect.stringContaining('lost commits'),
    })
    expect(logger.text()).toContain('store.commits-lost')

    // Once it is told, what the database has is where it goes on: settles of callers do so at once.
    expect(await admit(store, payer, 'four')).toMatchObject({ kind: 'admitted' })
    await store.close()
  })

  it('is no database that has them all, also where batches changed nothing', async () => {
    const store = await openStore(database)
    const payer = await openPayer(store)
    for (const reference of ['one', 'two', 'three'])
      expect(await admit(store, payer, reference)).toMatchObject({ kind: 'admitted' })
    // A batch that changes nothing marks nothing.
    const dear = { ...asked(payer, 'four'), price: inr('1000'), alreadyCounted: true }
    expect(await store.billing.admit(dear)).toMatchObject({ kind: 'refused' })
    expect(await admit(store, payer, 'five')).toMatchObject({ kind: 'admitted' })
    expect(await store.money.state()).toMatchObject({ mode: 'on' })
    await store.close()
  })
})

it('compares a mark for an hour: those of idle lanes are purged', () => {
  const marks = new AcknowledgedMarks()
  expect(marks.lost('main', 0, 0)).toBeNull()
  marks.acknowledge('main', { number: 7, at: 1_000 })
  expect(marks.lost('main', 7, 2_000)).toBeNull()
  expect(marks.lost('main', 6, 2_000)).toBe(7)
  expect(marks.lost('contended', 0, 2_000)).toBeNull()
  expect(marks.lost('main', 0, 3_602_000)).toBeNull()
  marks.forget()
  expect(marks.lost('main', 0, 2_000)).toBeNull()
})
