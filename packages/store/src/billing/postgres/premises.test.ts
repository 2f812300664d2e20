import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { postgresDatabase } from '../../../test/databases.ts'
import { openTables } from '../../../test/ledger-bench.ts'
import { admit, openPayer, openStore, settle } from '../../../test/store-bench.ts'

// What somebody changes by hand in one row alone, and what the next call comes to.
const CHANGES = [
  ['parakh_wallet', { posted: 0 }, { code: 'INSUFFICIENT_BALANCE' }],
  ['parakh_api_key', { status: 'revoked' }, { code: 'INVALID_API_KEY' }],
  ['parakh_account', { status: 'suspended' }, { code: 'ACCOUNT_SUSPENDED' }],
  ['parakh_key_window', null, { kind: 'admitted', rate: { remaining: 999 } }],
] as const

describe('a call that is decided without reading, on PostgreSQL', () => {
  it.each(CHANGES)('is read again where %s was written to', async (table, change, expected) => {
    const database = await postgresDatabase()
    const store = await openStore(database)
    const tables = openTables(database)
    const payer = await openPayer(store, inr('10'))
    for (const reference of ['a', 'b', 'c']) {
      await admit(store, payer, reference)
      await settle(store, payer, reference)
    }
    await (change ? tables(table).update(change) : tables(table).delete())
    expect(await admit(store, payer, 'd')).toMatchObject(expected)
    await tables.destroy()
    await store.close()
    await database.drop()
  })

  it('is read again where the call itself was taken over', async () => {
    const database = await postgresDatabase()
    const store = await openStore(database)
    const tables = openTables(database)
    const payer = await openPayer(store, inr('10'))
    for (const reference of ['a', 'b']) await admit(store, payer, reference)
    await tables('parakh_call').where({ reference: 'b' }).update({ epoch: 2, owner: 'two' })
    expect(await settle(store, payer, 'a')).toEqual({ kind: 'done' })
    expect(await settle(store, payer, 'b')).toEqual({ kind: 'lost' })
    await tables.destroy()
    await store.close()
    await database.drop()
  })
})
