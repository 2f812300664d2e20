import { inr, type Money, micro, type Role, type Store, zero } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { pseudoRandom } from '../../test/ledger-bench.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'

const environment = 'production'
const actor = 'asha'

describe.each(ENGINES)('allotments on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  beforeAll(async () => {
    place = await make()
    store = await openStore(place, { clock: manualClock() })
  })
  afterAll(async () => {
    await store.close()
    await place.drop()
  })
  const open = async (role: Role, parentId: string | null = null) =>
    (await store.accounts.create({ name: role, role, parentId, actor })).id
  const credit = (accountId: string, amount: ReturnType<typeof inr>) =>
    store.wallet.credit({ accountId, environment, amount, reference: 'top-up', actor })
  const family = async (funds = inr('100')) => {
    const from = await open('distributor')
    const to = await open('retailer', from)
    if (funds > 0) await credit(from, funds)
    return { from, to, environment, actor } as const
  }
  const verified = async () => {
    const { ok, broken } = await store.ledger.verify()
    expect(broken).toEqual([])
    expect(ok).toBe(true)
    expect(await store.ledger.guard('tester')).toEqual([])
  }

  it('moves credit from a parent to its child once per reference, told by an event and the audit log', async () => {
    const both = await family()
    const allotment = { ...both, amount: inr('40'), reference: 'july' }
    expect(await store.allotments.allot(allotment)).toMatchObject({
      ...{ allotted: true, from: { available: inr('60') }, to: { available: inr('40') } },
    })
    expect(await store.allotments.allot(allotment)).toMatchObject({ allotted: false, to: { balance: inr('40') } })
    await expect(store.allotments.allot({ ...allotment, amount: inr('41') })).rejects.toMatchObject({
      code: 'REFERENCE_REUSED',
    })
    // A parent could otherwise keep the host from booking a chargeback of its child's funding.
    await expect(store.allotments.allot({ ...allotment, reference: 'funding/01/chargeback' })).rejects.toMatchObject({
      code: 'INVALID_REFERENCE',
    })
    const events = (await store.outbox.read(5_000)).filter(({ accountId }) => accountId === both.to)
    expect(events.filter((event) => event.environment === environment)).toMatchObject([
      { type: 'wallet.credited', sequence: 1, data: { reference: 'july', amount: 40 } },
    ])
    const { items } = await store.audit.list({
      accountIds: [both.from],
      cursor: null,
      limit: 10,
      action: 'wallet.allot',
    })
    expect(items).toMatchObject([
      { actor, after: { from: both.from, to: both.to, amount: '40.00', reference: 'july' } },
    ])
    await verified()
  })

  it('moves nothing upward, sideways, to a grandchild, or from or to an account that is not active', async () => {
    const { from, to } = await family()
    await credit(to, inr('100'))
    const sibling = await open('retailer', from)
    const grandchild = await open('customer', to)
    const stranger = await open('customer')
    const pairs = [
      [to, from],
      [to, sibling],
      [from, grandchild],
      [from, stranger],
      [from, from],
    ] as const
    for (const [giver, taker] of pairs) {
      const allotment = { from: giver, to: taker, environment, amount: inr('1'), reference: 'no', actor } as const
      await expect(store.allotments.allot(allotment)).rejects.toMatchObject({ code: 'ALLOTMENT_NOT_ALLOWED' })
    }
    await store.accounts.setStatus(to, 'suspended', actor)
    await expect(
      store.allotments.allot({ from, to, environment, amount: inr('1'), reference: 'no', actor }),
    ).rejects.toMatchObject({ code: 'ALLOTMENT_NOT_ALLOWED', message: expect.stringContaining('suspended') })
    await expect(
      store.allotments.allot({ from: 'nobody', to, environment, amount: inr('1'), reference: 'no', actor }),
    ).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    expect(await store.wallet.balance(from, environment)).toMatchObject({ balance: inr('100') })
  })

  it('never takes more than the parent has available, nor an amount that is none', async () => {
    const both = await family(inr('10'))
    const allot = (amount: Money) => store.allotments.allot({ ...both, amount, reference: 'more' })
    await expect(allot(inr('10.01'))).rejects.toMatchObject({ code: 'ALLOTMENT_TOO_HIGH' })
    for (const amount of [zero, micro(-1), micro(0)])
      await expect(allot(amount)).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    expect(await allot(inr('10'))).toMatchObject({ from: { available: zero }, to: { available: inr('10') } })
  })

  it('repays what the child owes first', async () => {
    const both = await family()
    await store.wallet.adjust({
      ...{ accountId: both.to, environment, amount: micro(-inr('30')), reference: 'chargeback' },
      ...{ reason: 'Chargeback', actor },
    })
    expect(await store.allotments.allot({ ...both, amount: inr('20'), reference: 'one' })).toMatchObject({
      to: { balance: zero, owed: inr('10') },
    })
    expect(await store.allotments.allot({ ...both, amount: inr('20'), reference: 'two' })).toMatchObject({
      to: { balance: inr('10'), owed: zero },
    })
    await verified()
  })

  it('keeps the sum and never goes below zero, however allotments meet', async () => {
    const random = pseudoRandom(7)
    for (let round = 0; round < 10; round += 1) {
      const amounts = Array.from({ length: 1 + random(6) }, () => micro((1 + random(5_000)) * 10_000))
      const both = await family(inr('100'))
      const outcomes = await Promise.allSettled(
        amounts.map((amount, n) => store.allotments.allot({ ...both, amount, reference: `n-${n}` })),
      )
      const moved = amounts.reduce((sum, amount, n) => (outcomes[n]?.status === 'fulfilled' ? sum + amount : sum), 0)
      const from = await store.wallet.balance(both.from, environment)
      expect(await store.wallet.balance(both.to, environment)).toMatchObject({ balance: moved })
      expect(from).toMatchObject({ balance: inr('100') - moved })
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ALLOTMENT_TOO_HIGH' })
    }
    await verified()
  })

  it('meets calls, credits and allotments of the levels beside it without a deadlock', async () => {
    const both = await family(inr('1000'))
    const below = await open('customer', both.to)
    const payer = await openPayer(store, inr('100'))
    await store.accounts.move(payer.accountId, below, actor)
    // A key is of another version where its account was moved.
    const key = { ...payer.key, version: payer.key.version + 1 }
    const chain = [both.from, both.to, below, payer.accountId]
    const work = Array.from({ length: 24 }, async (_, n) => {
      const place = n % (chain.length - 1)
      const [from = '', to = ''] = [chain[place], chain[place + 1]]
      await store.wallet.credit({ accountId: from, environment, amount: inr('2'), reference: `in-${n}`, actor })
      await store.allotments.allot({ from, to, environment, amount: inr('1'), reference: `down-${n}`, actor })
      expect(await admit(store, { ...payer, key }, `beside-${n}`)).toMatchObject({ kind: 'admitted' })
      expect(await settle(store, payer, `beside-${n}`)).toEqual({ kind: 'done' })
    })
    await Promise.all(work)
    await verified()
  })
})
