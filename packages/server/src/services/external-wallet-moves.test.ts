import { Accounts, Allotments, inr, Store, Wallet } from '@parakh/core'
import plans, { Plans } from '@parakh/plans'
import { type FakeWallet, fakeWallet } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const PATIENTLY = { timeout: 60_000, interval: 100 }
const FEE = inr('999')

describe('with an external wallet', () => {
  let fake: FakeWallet
  let test: AdminForTest
  let accountId: string
  beforeEach(async () => {
    fake = fakeWallet()
    test = await adminForTest({ plugins: [fake.plugin, plans({ offered: {} })], wallet: { use: 'fake' } })
    accountId = (await test.account('distributor')).id
    await test.host.get(Accounts).approveKyc(accountId)
    await test.host.start()
  })
  afterEach(async () => {
    const { broken } = await test.host.get(Store).ledger.verify()
    expect(broken).toEqual([])
    await test.close()
  })
  const owner = (of = accountId) => ({ accountId: of, environment: 'production' as const })
  const subscribe = () => test.host.get(Plans).subscribe({ accountId, plan: 'starter', actor: 'asha' })
  const tasks = async () => (await test.host.get(Store).walletTasks.list({ cursor: null, limit: 10 })).items
  const allTaken = () => vi.waitFor(async () => expect(await tasks()).toEqual([]), PATIENTLY)

  it('the fee of a plan is reserved there, and captured by the task of the subscription', async () => {
    fake.fund(owner(), inr('1000'))
    expect(await subscribe()).toMatchObject({ state: 'active', paid: FEE })
    await allTaken()
    expect(fake.effects).toEqual([`reserve ${FEE}`, `capture ${FEE}`])
    expect([fake.available(owner()), fake.reserved]).toEqual([inr('1'), 0])
  })

  it('a fee that it cannot pay is refused with what it has, and nothing stays reserved', async () => {
    fake.fund(owner(), inr('998.50'))
    await expect(subscribe()).rejects.toMatchObject({
      code: 'PLAN_NOT_AFFORDABLE',
      message: expect.stringContaining('has 998.50 INR available'),
    })
    expect([await tasks(), fake.reserved]).toEqual([[], 0])
  })

  it('a change that is refused reserves nothing', async () => {
    fake.fund(owner(), inr('5000'))
    await subscribe()
    await expect(subscribe()).rejects.toMatchObject({ code: 'PLAN_ALREADY_SUBSCRIBED' })
    await allTaken()
    expect(fake.effects).toEqual([`reserve ${FEE}`, `capture ${FEE}`])
  })

  it('a process that dies before the move leaves a task that releases', async () => {
    fake.fund(owner(), FEE)
    fake.interrupt = (moment, step) => {
      if (moment === 'after' && step === 'reserve') throw new Error('the connection was lost')
    }
    await expect(subscribe()).rejects.toMatchObject({ code: 'WALLET_UNAVAILABLE' })
    fake.interrupt = () => undefined
    await allTaken()
    expect([fake.available(owner()), fake.reserved]).toEqual([FEE, 0])
    expect(await test.host.get(Plans).show(accountId)).toMatchObject({ subscription: null })
  })

  it('an allotment is reserved at the parent and credited to the child', async () => {
    const child = (await test.account('retailer', accountId)).id
    fake.fund(owner(), inr('100'))
    const allotment = { from: accountId, to: child, environment: 'production', actor: 'asha' } as const
    const allot = (amount: '40' | '70', reference: string) =>
      test.host.get(Allotments).allot({ ...allotment, amount: inr(amount), reference })
    expect(await allot('40', 'july')).toMatchObject({ allotted: true, from: { available: inr('60') } })
    expect(await allot('40', 'july')).toMatchObject({ allotted: false })
    await expect(allot('70', 'august')).rejects.toMatchObject({ code: 'ALLOTMENT_TOO_HIGH' })
    await allTaken()
    expect([fake.available(owner()), fake.available(owner(child)), fake.reserved]).toEqual([inr('60'), inr('40'), 0])
  })

  it('a credit is told as the wallet has it', async () => {
    const credit = { ...owner(), amount: inr('5'), reference: 'utr-1', actor: 'asha' }
    expect(await test.host.get(Wallet).credit(credit)).toMatchObject({ credited: true })
    await allTaken()
    expect(await test.host.get(Wallet).balance(accountId, 'production')).toMatchObject({ available: inr('5') })
  })
})
