import { inr } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openPayer, openStore, type Payer } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { lockedWallet } from './locked-wallets.ts'
import { moveMoney } from './move-money.ts'

describe.each(ENGINES)('money that moves past the batches on %s', (_, make) => {
  let place: TestDatabase
  let database: OpenedDatabase
  let payer: Payer
  let close: () => Promise<void>
  beforeAll(async () => {
    place = await make()
    const store = await openStore(place)
    payer = await openPayer(store, inr('10'))
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    close = async () => {
      await database.close()
      await store.close()
      await place.drop()
    }
  })
  afterAll(() => close())

  it('is refused with all that it writes where an entry has a version that there is', async () => {
    const { accountId, environment } = payer
    const rows = () => database.knex(database.table('ledger_entry')).where('ledger_account', `wallet:${accountId}`)
    const before = await rows()
    const writing = database.knex.transaction(async (transaction) => {
      const wallet = await lockedWallet(transaction, database, payer)
      // As it stood before its newest entry: the next one would have that one's version.
      const older = { ...wallet, version: wallet.version - 1 }
      const facts = { accountId, environment, at: 0, id: 'late', amount: inr('1'), reference: 'late', actor: 'test' }
      await moveMoney(transaction, { database, decide }, { move: { kind: 'credit', ...facts }, wallets: [older] })
    })
    await expect(writing).rejects.toThrow(/unique/i)
    expect(await rows()).toEqual(before)
  })
})
