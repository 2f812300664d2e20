import { type FundingRecord, inr, type Store, zero } from '@parakh/core'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openStore } from '../../test/store-bench.ts'

const environment = 'production'

describe.each(ENGINES)('what operators do by hand on %s', (_, make) => {
  const clock = manualClock()
  const ids = sequentialIds(78)
  let place: TestDatabase
  let store: Store
  beforeAll(async () => {
    place = await make()
    store = await openStore(place, { clock })
  })
  afterAll(async () => {
    await store.close()
    await place.drop()
  })
  const newAccount = async () => (await store.accounts.create({ name: 'Acme', role: 'customer', actor: 'test' })).id
  const act = (accountId: string, more: Partial<FundingRecord> = {}): FundingRecord => ({
    ...{
      id: ids.next(),
      accountId,
      environment,
      amount: inr('400'),
      reversed: zero,
      reference: ids.next(),
      from: null,
    },
    ...{ method: 'credit', state: 'approved', rail: null, utr: null, gateway: null, paymentId: null },
    ...{ gatewayOrderId: null, gatewayAskedAt: null },
    ...{ reason: null, approvals: [], suspendedAccount: false },
    ...{ createdBy: 'asha', createdAt: clock.now(), updatedAt: clock.now() },
    ...more,
  })
  const amountsSeen = async (asked: FundingRecord) => {
    let seen: readonly FundingRecord[] = []
    await store.fundings.openAct(asked, (earlier) => {
      seen = earlier
      return asked
    })
    return seen.map(({ reference }) => reference)
  }

  it('is shown those before it, however many come at once', async () => {
    const accountId = await newAccount()
    const counts = await Promise.all(Array.from({ length: 6 }, async () => (await amountsSeen(act(accountId))).length))
    expect(counts.sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('is shown those of a day that touched one of its wallets, and no others', async () => {
    const [parent, child] = [await newAccount(), await newAccount()]
    const allotment = act(child, { method: 'allotment', from: parent })
    const [given, took] = [act(parent), act(child)]
    for (const one of [given, took, act(await newAccount())]) await amountsSeen(one)
    expect(await amountsSeen(allotment)).toEqual([given.reference, took.reference])
    clock.advance(86_399_999)
    expect(await amountsSeen(act(parent))).toEqual([given.reference, allotment.reference])
    clock.advance(1)
    expect(await amountsSeen(act(child))).toEqual([])
  })

  it('has a reference of its own, and again after it was rejected', async () => {
    const first = act(await newAccount())
    expect(await store.fundings.openAct(first, () => first)).toEqual(first)
    const again = act(first.accountId, { reference: first.reference })
    expect(await store.fundings.openAct(again, () => again)).toEqual(first)
    for (const other of [{ amount: inr('401') }, { method: 'adjustment' as const }])
      await expect(store.fundings.openAct({ ...again, ...other }, () => again)).rejects.toMatchObject({
        code: 'REFERENCE_REUSED',
      })
    await store.fundings.step(first.id, (funding) => ({
      ...{ funding: { ...funding, state: 'rejected' }, actor: 'bina', action: 'funding.reject' },
    }))
    expect(await store.fundings.openAct(again, () => again)).toEqual(again)
  })
})
