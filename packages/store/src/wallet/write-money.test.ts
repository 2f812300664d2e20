import { inr } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openPayer, openStore, type Payer } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { lockedWallets } from './locked-wallets.ts'
import { writeMoney } from './write-money.ts'

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
      const wallets = await lockedWallets(transaction, database, { accountIds: [accountId], environment })
      const [wallet] = wallets.values()
      if (!wallet) throw new TypeError('a payer has a wallet')
      // As decided on an older state: the next entry would have the version of the newest.
      const entry = {
        ...({ transaction: 'late', kind: 'credit', actor: 'test' } as const),
        ...{ ledgerAccount: `wallet:${accountId}`, environment },
        ...{ amount: inr('1'), previous: inr('9'), balance: inr('10'), version: wallet.version, requestId: '' },
        ...{ priceVersion: '', at: 0, reason: null },
      }
      await writeMoney(transaction, database, { wallets: [wallet], entries: [entry], credits: [], events: [] })
    })
    await expect(writing).rejects.toThrow(/unique/i)
    expect(await rows()).toEqual(before)
  })
})
