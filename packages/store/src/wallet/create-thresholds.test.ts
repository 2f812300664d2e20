import { inr, micro, type Store } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'

const actor = 'asha'

describe.each(ENGINES)('thresholds of wallets on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  let made = 0
  beforeAll(async () => {
    place = await make()
    store = await openStore(place, { clock: manualClock() })
  })
  afterAll(async () => {
    await store.close()
    await place.drop()
  })
  const sell = async (payer: Awaited<ReturnType<typeof openPayer>>, calls: number) => {
    for (let n = 0; n < calls; n += 1) {
      made += 1
      expect(await admit(store, payer, `call-${made}`)).toMatchObject({ kind: 'admitted' })
      expect(await settle(store, payer, `call-${made}`)).toEqual({ kind: 'done' })
    }
  }
  const toldOf = async (accountId: string) =>
    (await store.outbox.read(5_000))
      .filter((event) => event.accountId === accountId && /low|depleted/.test(event.type))
      .map(({ type, data }) => [type, data])

  it('is kept, changed in part, taken off and audited', async () => {
    const { accountId, environment } = await openPayer(store)
    const of = { accountId, environment, actor } as const
    expect(await store.thresholds.get(accountId, environment)).toEqual({ percent: null, amount: null, lowBelow: null })
    await store.thresholds.set({ ...of, percent: 20 })
    expect(await store.thresholds.set({ ...of, amount: inr('3') })).toEqual({ percent: 20, amount: inr('3') })
    const kept = { percent: 20, amount: inr('3'), lowBelow: inr('3') }
    expect(await store.thresholds.get(accountId, environment)).toEqual(kept)
    await store.thresholds.set({ ...of, percent: null, amount: null })
    expect(await store.thresholds.get(accountId, environment)).toEqual({ percent: null, amount: null, lowBelow: null })
    const { items } = await store.audit.list({
      accountIds: [accountId],
      cursor: null,
      limit: 1,
      action: 'wallet.threshold',
    })
    expect(items).toMatchObject([{ actor, before: { percent: 20, amount: '3.00' }, after: { percent: null } }])
  })

  it('is told in the commit of the charge that falls below it, and when nothing is left', async () => {
    const payer = await openPayer(store, inr('10'))
    const { accountId, environment } = payer
    await sell(payer, 2)
    await store.thresholds.set({ accountId, environment, amount: inr('7'), actor })
    await sell(payer, 1)
    expect(await toldOf(accountId)).toEqual([])
    await sell(payer, 1)
    expect(await toldOf(accountId)).toEqual([['wallet.low_balance', { balance: 6, threshold: 7 }]])
    await sell(payer, 6)
    expect((await toldOf(accountId)).slice(1)).toEqual([['wallet.depleted', { balance: 0 }]])
    expect((await store.ledger.verify()).broken).toEqual([])
  })

  it('takes percent of what there is after a credit or an allotment', async () => {
    const payer = await openPayer(store, inr('2'))
    const { accountId, environment } = payer
    await store.thresholds.set({ accountId, environment, percent: 50, actor })
    await store.wallet.credit({ accountId, environment, amount: inr('8'), reference: 'more', actor })
    await sell(payer, 5)
    expect(await toldOf(accountId)).toEqual([])
    await sell(payer, 1)
    expect(await toldOf(accountId)).toEqual([['wallet.low_balance', { balance: 4, threshold: 5 }]])
    const { id: above } = await store.accounts.create({ name: 'Above', role: 'retailer', actor })
    await store.accounts.move(accountId, above, actor)
    await store.wallet.credit({ accountId: above, environment, amount: inr('20'), reference: 'top', actor })
    await store.allotments.allot({ from: above, to: accountId, environment, amount: inr('16'), reference: 'a', actor })
    // A key is of another version where its account was moved.
    await sell({ ...payer, key: { ...payer.key, version: payer.key.version + 1 } }, 11)
    expect((await toldOf(accountId)).slice(1)).toEqual([['wallet.low_balance', { balance: 9, threshold: 10 }]])
  })

  it('refuses what is no threshold, and accounts that there are not', async () => {
    const { accountId, environment } = await openPayer(store)
    const of = { accountId, environment, actor } as const
    for (const percent of [0, 100, 1.5, -1, Number.NaN])
      await expect(store.thresholds.set({ ...of, percent })).rejects.toMatchObject({ code: 'THRESHOLD_INVALID' })
    for (const amount of [micro(0), micro(-1)])
      await expect(store.thresholds.set({ ...of, amount })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(store.thresholds.set({ ...of, accountId: 'nobody', percent: 20 })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    await expect(store.thresholds.get('nobody', 'sandbox')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
