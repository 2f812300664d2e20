import { inr, type Store } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../test/databases.ts'
import { admit, asked, openPayer, openStore, settle } from '../../../test/store-bench.ts'

/** Calls whose wallet and key this store has written before: decided on its mirror, unless somebody else has written since. */
describe.each(ENGINES)('what is remembered on %s', (_, makeDatabase) => {
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

  it('is forgotten when another process revokes the key', async () => {
    const payer = await warm()
    await other.keys.revoke(payer.key.id)
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('is forgotten when another connection of this process rotates the key', async () => {
    const payer = await warm()
    await store.keys.rotate(payer.key.id, 0)
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ code: 'KEY_CHANGED' })
  })

  it('is forgotten when another process pays from the wallet', async () => {
    const payer = await warm(inr('5'))
    for (const turn of ['x', 'y']) {
      expect(await admit(other, payer, `${payer.accountId}-${turn}`)).toMatchObject({ kind: 'admitted' })
      await settle(other, payer, `${payer.accountId}-${turn}`)
    }
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })

  it('is forgotten when another process fills the wallet', async () => {
    const payer = await warm(inr('3'))
    const of = { accountId: payer.accountId, environment: payer.environment, amount: inr('1') }
    await other.wallet.credit({ ...of, reference: 'more', actor: 'test' })
    expect(await admit(store, payer, `${payer.accountId}-late`)).toMatchObject({ kind: 'admitted' })
  })

  it('does not let a request id run twice that ended before: here, or in another process', async () => {
    const payer = await warm()
    expect(await admit(store, payer, `${payer.accountId}-a`)).toMatchObject({ kind: 'replay' })
    const again = { ...payer, owner: 'two' }
    const reply = await store.billing.admit({ ...asked(again, `${payer.accountId}-a2`), claim: `${payer.accountId}-a` })
    expect(reply).toMatchObject({ kind: 'replay', reference: `${payer.accountId}-a` })
  })

  it('agrees with another process over 300 calls that come to both in turns, with funds for 100', async () => {
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
})
