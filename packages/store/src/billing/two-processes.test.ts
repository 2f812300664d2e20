import { inr, type Store } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openTables } from '../../test/ledger-bench.ts'
import { admit, asked, openPayer, openStore, settle } from '../../test/store-bench.ts'

// What somebody changes by hand in one row alone, and what the next call comes to.
const BY_HAND = [
  ['parakh_wallet', 'account_id', { posted: 0 }, { code: 'INSUFFICIENT_BALANCE' }],
  ['parakh_api_key', 'id', { status: 'revoked' }, { code: 'INVALID_API_KEY' }],
  ['parakh_account', 'id', { status: 'suspended' }, { code: 'ACCOUNT_SUSPENDED' }],
  ['parakh_key_window', 'key_id', null, { kind: 'admitted', rate: { remaining: 999 } }],
] as const

/** Calls whose wallet and key this store has read and written before, and another process or connection since. */
describe.each(ENGINES)('two processes on %s', (_, makeDatabase) => {
  let database: TestDatabase
  let store: Store
  let other: Store
  beforeAll(async () => {
    database = await makeDatabase()
    store = await openStore(database)
    other = await openStore(database)
  })
  afterAll(async () => {
    await Promise.all([store.close(), other.close()])
    await database.drop()
  })
  const warm = async (funds = inr('10')) => {
    const payer = await openPayer(store, funds)
    for (const turn of ['a', 'b', 'c']) {
      const reference = `${payer.accountId}-${turn}`
      await admit(store, payer, reference)
      await settle(store, payer, reference)
    }
    return payer
  }

  it('a call is refused once another process has revoked its key', async () => {
    const payer = await warm()
    await other.keys.revoke(payer.key.id)
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('a call is refused once another connection of this process has rotated its key', async () => {
    const payer = await warm()
    await store.keys.rotate(payer.key.id, 0)
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ code: 'KEY_CHANGED' })
  })

  it('a call is refused once calls of another process have spent the funds', async () => {
    const payer = await warm(inr('5'))
    for (const turn of ['x', 'y']) {
      expect(await admit(other, payer, `${payer.accountId}-${turn}`)).toMatchObject({ kind: 'admitted' })
      await settle(other, payer, `${payer.accountId}-${turn}`)
    }
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })

  it('a call is paid from what another process has credited', async () => {
    const payer = await warm(inr('3'))
    const of = { accountId: payer.accountId, environment: payer.environment, amount: inr('1') }
    await other.wallet.credit({ ...of, reference: 'more', actor: 'test' })
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ kind: 'admitted' })
  })

  it('a request id that has ended, here or in another process, is not run again', async () => {
    const payer = await warm()
    expect(await admit(store, payer, `${payer.accountId}-a`)).toMatchObject({ kind: 'replay' })
    const again = { ...payer, owner: 'two' }
    const reply = await store.billing.admit({ ...asked(again, `${payer.accountId}-a2`), claim: `${payer.accountId}-a` })
    expect(reply).toMatchObject({ kind: 'replay', reference: `${payer.accountId}-a` })
  })

  it('300 calls that come to both in turns, with funds for 100, are 100 admitted ones', async () => {
    const payer = await openPayer(store, inr('100'))
    const calls = Array.from({ length: 300 }, (_, turn) => ({
      reference: `${payer.accountId}-${turn}`,
      at: turn % 3 === 0 ? other : store,
    }))
    const results = await Promise.all(
      calls.map(async ({ at, reference }) => {
        const admission = await admit(at, payer, reference)
        if (admission.kind === 'admitted') await settle(at, payer, reference)
        return admission.kind
      }),
    )
    expect(results.filter((kind) => kind === 'admitted')).toHaveLength(100)
    expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ balance: 0, held: 0 })
    expect(await store.ledger.verify()).toMatchObject({ ok: true })
  })

  it.each(BY_HAND)('a call is decided on what %s says now, whoever changed it', async (table, by, change, expected) => {
    const payer = await warm()
    const tables = openTables(database)
    const row = tables(table).whereIn(by, [payer.accountId, payer.key.id])
    await (change ? row.update(change) : row.delete())
    await tables.destroy()
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject(expected)
  })

  it('a call that was taken over is not settled by who had it before', async () => {
    const payer = await warm()
    const [mine, taken] = [`${payer.accountId}-mine`, `${payer.accountId}-taken`]
    for (const reference of [mine, taken]) await admit(store, payer, reference)
    const tables = openTables(database)
    await tables('parakh_call').where({ reference: taken }).update({ epoch: 2, owner: 'two' })
    await tables.destroy()
    expect(await settle(store, payer, mine)).toEqual({ kind: 'done' })
    expect(await settle(store, payer, taken)).toEqual({ kind: 'lost' })
  })
})
