import { inr } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../../test/databases.ts'
import { query } from '../../../test/migrated-template.ts'
import { admit, asked, openPayer, openStore, settle } from '../../../test/store-bench.ts'

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

  it('is no database whose idle marks were purged', async () => {
    const store = await openStore(database)
    const payer = await openPayer(store)
    expect(await admit(store, payer, 'one')).toMatchObject({ kind: 'admitted' })
    await run('delete from parakh_batch_mark')
    expect(await admit(store, payer, 'two')).toMatchObject({ kind: 'admitted' })
    expect(await store.money.state()).toMatchObject({ mode: 'on' })
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
