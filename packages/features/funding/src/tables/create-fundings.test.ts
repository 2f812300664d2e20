import { inr, micro, NO_WRITES, priceOf, type Store, zero } from '@parakh/core'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type FundingBench, fundingBench } from '../../test/funding-bench.ts'
import type { FundingRecord, SuspenseItem } from '../contract/funding.ts'
import type { FundingRows, FundingStep } from '../rules/funding-rows.ts'

const environment = 'production'

describe.each(ENGINES)('fundings on %s', (engine) => {
  const clock = manualClock()
  const ids = sequentialIds(77)
  let bench: FundingBench
  let store: Store
  let fundings: FundingRows
  beforeAll(async () => {
    bench = await fundingBench(engine, clock)
    ;({ store, fundings } = bench)
  })
  afterAll(() => bench.close())
  const newAccount = () => bench.newAccount()
  const open = async ({ accountId = '', utr = ids.next(), amount = inr('500') } = {}) => {
    const at = clock.now()
    const funding: FundingRecord = {
      ...{ id: ids.next(), accountId: accountId || (await newAccount()), environment, amount, reversed: zero },
      ...{
        method: 'bank_transfer',
        state: 'submitted',
        rail: 'neft',
        utr,
        gateway: null,
        paymentId: null,
        gatewayOrderId: null,
        gatewayAskedAt: null,
        returnUrl: null,
      },
      ...{
        reference: null,
        from: null,
        reason: null,
        approvals: [],
        reversals: [],
        suspendedAccount: false,
        createdBy: 'asha',
        createdAt: at,
        updatedAt: at,
      },
    }
    return await fundings.open({ funding, references: [utr] })
  }
  const credited = (funding: FundingRecord): FundingStep => ({
    funding: { ...funding, state: 'credited' },
    money: { kind: 'credit', amount: funding.amount, reference: `funding/${funding.id}`, reason: 'transfer' },
    ...{ actor: 'asha', action: 'funding.approve' },
  })
  const reversed = (funding: FundingRecord): FundingStep => ({
    funding: { ...funding, state: 'charged_back', reversed: funding.amount },
    money: { kind: 'reverse', amount: funding.amount, reference: `${funding.id}/back`, reason: 'The bank took it' },
    ...{ account: 'suspend', actor: 'system:gateway-x', action: 'funding.chargeback' },
  })
  const balance = (funding: FundingRecord) => bench.balance(funding)
  const verified = async () => {
    expect((await store.ledger.verify()).broken).toEqual([])
    expect(await store.ledger.guard('tester')).toEqual([])
  }

  it('keeps one as it was opened, and finds it by its id, its UTR, its account and its state', async () => {
    const funding = await open({ utr: 'UTR-1' })
    expect(await fundings.get(funding.id)).toEqual(funding)
    expect(await fundings.findByReference('UTR-1')).toEqual(funding)
    expect(await fundings.findByReference('UTR-2')).toBeNull()
    const second = await open({ accountId: funding.accountId })
    const asked = { accountIds: [funding.accountId], state: 'submitted', limit: 1 } as const
    const page = await fundings.list({ ...asked, cursor: null })
    expect(page.items).toEqual([second])
    expect(await fundings.list({ ...asked, cursor: page.next })).toEqual({ items: [funding], next: null })
    await expect(open({ accountId: 'nobody' })).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    await store.accounts.setStatus(funding.accountId, 'closed', 'test')
    await expect(open({ accountId: funding.accountId })).rejects.toMatchObject({ code: 'ACCOUNT_CLOSED' })
  })

  it('lists what has a reference, whatever became of it, and of the accounts that are asked for alone', async () => {
    const rejected = await fundings.step((await open({ utr: 'SBIN324189001234' })).id, (seen) => ({
      ...{ funding: { ...seen, state: 'rejected' }, freesReferences: true, actor: 'asha', action: 'funding.reject' },
    }))
    const again = await open({ utr: 'SBIN324189001234' })
    const paid = await fundings.step((await open()).id, (seen) => ({
      ...{ ...credited(seen), funding: { ...seen, state: 'credited', paymentId: 'pay_Found' }, once: 'pay_Found' },
    }))
    const list = async (reference: string, more: object = {}) =>
      (await fundings.list({ accountIds: null, cursor: null, limit: 10, reference, ...more })).items
    expect(await list('sbin 3241-8900 1234')).toEqual([again, rejected])
    expect(await list('SBIN324189001234', { state: 'rejected' })).toEqual([rejected])
    expect(await list('SBIN324189001234', { accountIds: [again.accountId] })).toEqual([again])
    expect(await list('SBIN324189001234', { accountIds: [paid.accountId] })).toEqual([])
    for (const reference of ['pay_Found', paid.id, `funding/${paid.id}`])
      expect([reference, await list(reference)]).toEqual([reference, [paid]])
    for (const reference of ['pay_found', 'SBIN32418900123', paid.accountId])
      expect([reference, await list(reference)]).toEqual([reference, []])
    const wallets = { accountId: paid.accountId, reference: 'july-2026', utr: null } as const
    const act = { ...paid, ...wallets, id: ids.next(), method: 'credit', paymentId: null } as const
    await fundings.openAct(act, () => act)
    expect(await list('july-2026')).toEqual([act])
  })

  it('takes a UTR once, also when two come at once, and again after it was freed', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => open({ utr: 'UTR-3' })))
    const taken = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(taken).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'FUNDING_REFERENCE_USED' })
    await fundings.step(taken[0]?.id ?? '', (funding) => ({
      ...{ funding: { ...funding, state: 'rejected' }, freesReferences: true, actor: 'b', action: 'funding.reject' },
    }))
    expect(await open({ utr: 'UTR-3' })).toMatchObject({ state: 'submitted' })
  })

  it('moves money in the commit of the state, once, and tells of it', async () => {
    const funding = await open()
    await Promise.all(
      Array.from({ length: 3 }, () =>
        fundings.step(funding.id, (seen) => (seen.state === 'credited' ? null : credited(seen))),
      ),
    )
    expect(await balance(funding)).toMatchObject({ balance: inr('500') })
    const { items } = await store.audit.list({ accountIds: [funding.accountId], cursor: null, limit: 10 })
    const ofFunding = items.filter(({ subject }) => subject === `funding/${funding.id}`)
    expect(ofFunding.map(({ action, actor }) => [action, actor])).toEqual([
      ['funding.approve', 'asha'],
      ['funding.open', 'asha'],
    ])
    expect(ofFunding[0]).toMatchObject({
      before: { state: 'submitted' },
      after: { state: 'credited', amount: '500.00' },
    })
    const events = await store.outbox.read(5_000)
    expect(
      events.filter((event) => event.accountId === funding.accountId && event.environment === environment),
    ).toMatchObject([{ type: 'wallet.credited', data: { reference: `funding/${funding.id}`, amount: 500 } }])
    await verified()
  })

  it('writes neither state nor money of a step that is refused', async () => {
    const funding = await open()
    await open({ utr: 'UTR-9' })
    const step = fundings.step(funding.id, (seen) => ({ ...credited(seen), claims: ['UTR-9'] }))
    await expect(step).rejects.toMatchObject({
      code: 'FUNDING_REFERENCE_USED',
    })
    const { accountId } = funding
    await store.wallet.credit({ accountId, environment, amount: inr('1'), actor: 'x', reference: 'utr-7' })
    const taken = (seen: FundingRecord): FundingStep => ({
      ...credited(seen),
      money: { kind: 'credit', amount: seen.amount, reference: 'utr-7', reason: 'transfer' },
    })
    await expect(fundings.step(funding.id, taken)).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    expect(await fundings.get(funding.id)).toMatchObject({ state: 'submitted' })
    await expect(fundings.step('nobody', credited)).rejects.toMatchObject({ code: 'FUNDING_NOT_FOUND' })
    await verified()
  })

  it('lets no money into a closed account, and keeps what waited for an approval as it was', async () => {
    const funding = await open()
    const of = { accountId: funding.accountId, environment, reference: 'utr-early', actor: 'x' } as const
    await store.wallet.credit({ ...of, amount: inr('1') })
    const waiting = await open()
    await fundings.step(waiting.id, credited)
    for (const { accountId } of [funding, waiting]) await store.accounts.setStatus(accountId, 'closed', 'test')
    const refused = { code: 'ACCOUNT_CLOSED' }
    await expect(fundings.step(funding.id, credited)).rejects.toMatchObject(refused)
    await expect(store.wallet.credit({ ...of, reference: 'late', amount: inr('1') })).rejects.toMatchObject(refused)
    expect(await store.wallet.credit({ ...of, amount: inr('1') })).toMatchObject({ credited: false })
    expect(await fundings.get(funding.id)).toMatchObject({ state: 'submitted' })
    expect(await balance(funding)).toMatchObject({ balance: inr('1') })
    // What was credited before is still taken back.
    expect(await fundings.step(waiting.id, reversed)).toMatchObject({
      state: 'charged_back',
      suspendedAccount: false,
    })
    expect(await balance(waiting)).toMatchObject({ balance: zero })
    await verified()
  })

  it('takes a step that happens once by its payment id no second time', async () => {
    const funding = await open()
    const pay = () => fundings.step(funding.id, (seen) => ({ ...reversed(seen), once: 'rfnd_1' }))
    await fundings.step(funding.id, credited)
    const first = await pay()
    expect(await pay()).toEqual(first)
    expect(await balance(funding)).toMatchObject({ balance: zero, owed: zero })
  })

  it('owes what a reversal finds gone, suspends the account with it, and opens it only if it was the one', async () => {
    const funding = await open()
    await fundings.step(funding.id, credited)
    await store.wallet.adjust({
      ...{ accountId: funding.accountId, environment, amount: micro(-inr('200')), reference: 'spent' },
      ...{ reason: 'Spent', actor: 'x' },
    })
    expect(await fundings.step(funding.id, reversed)).toMatchObject({
      suspendedAccount: true,
      state: 'charged_back',
    })
    expect(await balance(funding)).toMatchObject({ balance: zero, owed: inr('200') })
    expect(await store.accounts.get(funding.accountId)).toMatchObject({ status: 'suspended' })
    const opened = (seen: FundingRecord): FundingStep => ({
      ...{ funding: seen, account: 'open', actor: 'asha', action: 'funding.release' },
    })
    expect(await fundings.step(funding.id, opened)).toMatchObject({ suspendedAccount: false })
    expect(await store.accounts.get(funding.accountId)).toMatchObject({ status: 'active' })
    await store.accounts.setStatus(funding.accountId, 'suspended', 'test')
    await fundings.step(funding.id, opened)
    expect(await store.accounts.get(funding.accountId)).toMatchObject({ status: 'suspended' })
    await verified()
  })

  it('takes back the commission of the newest calls that were paid with what is gone, each once', async () => {
    const [reseller, payer] = [await newAccount(), await bench.openPayer(inr('1'))]
    const sell = (reference: string) => bench.sell(payer, reference, [{ accountId: reseller, amount: priceOf(70_000) }])
    const accrued = async () => (await store.commission.totals(reseller, environment)).accrued
    await sell('before-the-funding')
    clock.advance(1_000)
    const opened: FundingRecord[] = []
    for (const amount of [inr('5'), inr('2'), inr('2'), inr('1')]) {
      const funding = await open({ accountId: payer.accountId, amount })
      opened.push(await fundings.step(funding.id, credited))
    }
    for (const name of ['one', 'two', 'three']) await sell(`with-it-${name}`)
    await store.wallet.adjust({
      ...{ accountId: payer.accountId, environment, amount: micro(-inr('1')), reference: 'else' },
      ...{ reason: 'Spent on something else', actor: 'x' },
    })
    expect(await accrued()).toBe(280_000)
    const standings: unknown[] = []
    for (const { id } of opened) {
      const funding = await fundings.step(id, (seen) => ({ ...reversed(seen), clawsBack: true }))
      standings.push([await accrued(), (await balance(funding)).owed])
    }
    // Six rupees are there still; three of the other four paid for calls. What was sold before is nobody's loss.
    expect(standings).toEqual([
      [280_000, zero],
      [210_000, inr('1')],
      [70_000, inr('3')],
      [70_000, inr('4')],
    ])
    await verified()
  })

  it('takes the commission of a call once, whether it is charged back first or given back first, to the micro-rupee', async () => {
    const resellers = [await newAccount(), await newAccount()]
    const amounts = [priceOf(70_001), priceOf(12_345)]
    const payer = await bench.openPayer(inr('1'))
    const of = { accountId: payer.accountId, environment } as const
    await store.wallet.adjust({ ...of, amount: micro(-inr('1')), reference: 'spent', reason: 'Spent', actor: 'x' })
    const legs = resellers.map((accountId, nth) => ({ accountId, amount: amounts[nth] ?? zero }))
    const sell = (reference: string) => bench.sell(payer, reference, legs)
    const giveBack = async (...references: readonly string[]) => {
      const refunds = references.map((reference) => ({ reference, reason: 'failed later' }))
      const operation = { kind: 'commit', ...of, at: clock.now().getTime(), actor: 'test' } as const
      expect(await store.billing.commit({ ...operation, writes: { ...NO_WRITES, refunds } })).toEqual({ kind: 'done' })
    }
    const accrued = () =>
      Promise.all(resellers.map(async (id) => (await store.commission.totals(id, environment)).accrued))
    const times = (count: number) => amounts.map((amount) => amount * count)
    const funding = await open({ accountId: payer.accountId, amount: inr('4') })
    await fundings.step(funding.id, credited)
    const names = ['a', 'b', 'c', 'd'].map((name) => `once-${name}`)
    for (const name of names) await sell(name)
    await giveBack('once-a')
    expect(await accrued()).toEqual(times(3))
    // One of the four rupees is there again: what is gone are the other three calls.
    await fundings.step(funding.id, (seen) => ({ ...reversed(seen), clawsBack: true }))
    expect(await accrued()).toEqual(times(0))
    await verified()
    await giveBack(...names)
    await giveBack(...names)
    expect(await accrued()).toEqual(times(0))
    expect(await balance(funding)).toMatchObject({ balance: zero, owed: zero })
    await verified()
  })

  it('keeps a payment in suspense once, until it becomes a funding or is closed', async () => {
    const at = clock.now()
    const item: SuspenseItem = {
      ...{ id: ids.next(), gateway: 'razorpay', paymentId: 'pay_1', amount: inr('9'), currency: 'INR' },
      ...{ reference: 'order_1', utr: '432198760001', method: 'upi', reason: 'unknown_order', state: 'open' },
      ...{ resolution: null, createdAt: at, updatedAt: at },
    }
    await fundings.addSuspense(item)
    await fundings.addSuspense({ ...item, id: ids.next() })
    expect(await fundings.suspense('open')).toEqual([item])
    expect(await fundings.findSuspense({ gateway: 'razorpay', paymentId: 'pay_1' })).toEqual(item)
    for (const reference of ['pay_1', 'order_1', '432198760001', '4321 9876-0001']) {
      expect([reference, await fundings.suspense('open', reference)]).toEqual([reference, [item]])
      expect([reference, await fundings.suspense('closed', reference)]).toEqual([reference, []])
    }
    for (const reference of ['pay_', 'PAY_1', '43219876000', 'unknown_order', item.id])
      expect([reference, await fundings.suspense(null, reference)]).toEqual([reference, []])
    const funding = await open()
    const assigned = { ...funding, id: ids.next(), paymentId: 'pay_1' }
    const assign = () =>
      fundings.open({
        funding: assigned,
        references: ['pay_1'],
        assigned: { suspenseId: item.id, reason: 'Its payer called' },
      })
    await assign()
    const entries = (subject: string) => store.audit.list({ accountIds: null, cursor: null, limit: 1, subject })
    expect((await entries(`suspense/${item.id}`)).items).toMatchObject([
      {
        ...{ action: 'suspense.assign', actor: assigned.createdBy, accountId: null },
        after: { account_id: assigned.accountId, assigned_because: 'Its payer called', amount: '9.00' },
      },
    ])
    await expect(assign()).rejects.toMatchObject({ code: 'FUNDING_NOT_FOUND' })
    expect(await fundings.suspense(null)).toMatchObject([{ state: 'assigned', resolution: assigned.id }])
    const second = { ...item, id: ids.next(), paymentId: 'pay_2', utr: null, method: null }
    await fundings.addSuspense(second)
    expect(await fundings.findSuspense({ id: second.id })).toEqual(second)
    const closed = await fundings.closeSuspense({ id: second.id, reason: 'Given back', actor: 'asha' })
    expect(closed).toMatchObject({ state: 'closed', resolution: 'Given back' })
    const { items } = await entries(`suspense/${second.id}`)
    expect(items).toMatchObject([{ action: 'suspense.close', actor: 'asha' }])
  })
})
