import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'
import { openPooler, type Pooler } from '../../test/transaction-pooler.ts'

const PATIENCE_MS = 120_000

describe('a pooler before PostgreSQL', { timeout: PATIENCE_MS }, () => {
  let database: TestDatabase
  let direct: string
  let pooler: Pooler | undefined
  beforeAll(async () => {
    database = await postgresDatabase()
    direct = 'connection' in database.options ? String(database.options.connection) : ''
  }, PATIENCE_MS)
  afterEach(async () => {
    await pooler?.close()
    pooler = undefined
  })
  afterAll(() => database.drop(), PATIENCE_MS)

  const open = (connection: string, max = 4) =>
    openStore({ ...database, options: { client: 'pg', connection, pool: { max } } })

  it('is refused at start where it gives each transaction another connection, and told which settings are allowed', async () => {
    pooler = await openPooler(direct, 'transaction')
    const refused = open(pooler.url)
    await expect(refused).rejects.toMatchObject({ code: 'DATABASE_POOLER_UNSUPPORTED' })
    await expect(refused).rejects.toThrow('pool_mode = session')
    await expect(refused).rejects.toThrow('max_prepared_statements')
  })

  it.each([
    ['through one that keeps a connection for each client', 4],
    ['through such a one, by one connection', 1],
    ['without any', 4],
  ])('does not stand in the way of calls %s', async (how, max) => {
    if (how !== 'without any') pooler = await openPooler(direct, 'session')
    const store = await open(pooler?.url ?? direct, max)
    const payer = await openPayer(store)
    const reference = `pooled-${payer.accountId}`
    expect(await admit(store, payer, reference)).toMatchObject({ kind: 'admitted' })
    expect(await settle(store, payer, reference)).toEqual({ kind: 'done' })
    await store.close()
  })
})
