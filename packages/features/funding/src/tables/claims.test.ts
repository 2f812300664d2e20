import { inr, zero } from '@parakh/core'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type FundingBench, fundingBench, RULES } from '../../test/funding-bench.ts'
import type { Funding } from '../contract/funding.ts'
import { createFunding } from '../rules/create-funding.ts'
import { receiveGatewayEvent } from '../rules/receive-gateway-event.ts'

const environment = 'production'
const actor = 'asha'
const GATEWAY = 'razorpay'

describe.each(ENGINES)('claims of a payment on %s', (engine) => {
  const [clock, ids] = [manualClock(), sequentialIds(79)]
  let bench: FundingBench
  let funding: Funding
  let numbers = 432_000_000_000
  beforeAll(async () => {
    bench = await fundingBench(engine, clock)
    funding = createFunding({
      rows: bench.fundings,
      clock,
      ids,
      logger: collectingLogger(),
      gateways: new Map([[GATEWAY, { read: () => null }]]),
      rules: RULES,
      ties: { unconfirmed: async () => [] },
      hosts: { address: { url: 'https://parakh.example' }, ownHosts: [], brands: null },
      acts: { carryOut: async () => false },
    })
  })
  afterAll(() => bench.close())

  const nextUtr = () => String(++numbers)
  const claim = (accountId: string, utr: string) =>
    funding.submitTransfer({ accountId, environment, amount: inr('500'), rail: 'upi', utr, actor: 'customer' })
  const order = async (accountId: string) =>
    await funding.openOrder({ accountId, environment, amount: inr('500'), gateway: GATEWAY, actor })
  const paid = (reference: string, paymentId: string, utr: string | null) =>
    receiveGatewayEvent(
      { rows: bench.fundings, clock, ids },
      { gateway: GATEWAY, body: '' },
      { kind: 'captured', paymentId, amount: inr('500'), currency: 'INR', reference, utr },
    )
  const verified = async () => expect((await bench.store.ledger.verify()).broken).toEqual([])

  it('credits a signed payment whose UTR others only claim, and rejects their transfers', async () => {
    const [thief, victim, utr] = [await bench.newAccount(), await bench.newAccount(), nextUtr()]
    const claimed = await claim(thief, utr)
    const { id } = await order(victim)
    expect(await paid(id, `pay_${utr}`, ` ${utr} `)).toBe('accepted')
    expect(await funding.get(id)).toMatchObject({ state: 'credited', utr })
    expect(await bench.balance({ accountId: victim })).toMatchObject({ balance: inr('500') })
    const lost = await funding.get(claimed.id)
    expect(lost).toMatchObject({ state: 'rejected', reason: 'A payment at the gateway has this UTR' })
    expect(JSON.stringify(lost)).not.toContain(victim)
    const { items } = await bench.store.audit.list({ accountIds: [thief], cursor: null, limit: 1 })
    expect(items).toMatchObject([{ action: 'funding.reject', actor: `system:gateway-${GATEWAY}` }])
    await expect(funding.approve({ id: claimed.id, actor })).rejects.toMatchObject({ code: 'FUNDING_STATE' })
    await expect(claim(thief, utr)).rejects.toMatchObject({ code: 'FUNDING_REFERENCE_USED' })
    expect(await bench.balance({ accountId: thief })).toMatchObject({ balance: zero })
    await verified()
  })

  it('does so for claims with other case, spaces and hyphens, of the QR and of the payer too', async () => {
    const accountId = await bench.newAccount()
    const qr = await funding.openQr({ accountId: await bench.newAccount(), environment, amount: inr('500'), actor })
    const utr = nextUtr()
    await funding.confirmQr({ id: qr.id, rail: 'upi', utr, actor: 'customer' })
    const neft = await funding.submitTransfer({
      accountId,
      environment,
      amount: inr('500'),
      rail: 'neft',
      utr: `sbin-${utr.slice(0, 4)} ${utr.slice(4)}`,
      actor: 'customer',
    })
    const [one, other] = [await order(accountId), await order(accountId)]
    await paid(one.id, `pay_a${utr}`, utr)
    await paid(other.id, `pay_b${utr}`, ` sbin${utr}`)
    expect(await funding.get(qr.id)).toMatchObject({ state: 'rejected' })
    expect(await funding.get(neft.id)).toMatchObject({ state: 'rejected' })
    expect(await bench.balance({ accountId })).toMatchObject({ balance: inr('1000') })
  })

  it('leaves a transfer alone that an operator approved: the payment goes to suspense', async () => {
    const [first, second] = [await bench.newAccount(), await bench.newAccount()]
    const utr = nextUtr()
    const large = await funding.submitTransfer({
      accountId: first,
      environment,
      amount: inr('50000.01'),
      rail: 'upi',
      utr,
      actor: 'customer',
    })
    expect(await funding.approve({ id: large.id, actor })).toMatchObject({ state: 'approved' })
    const { id } = await order(second)
    expect(await paid(id, `pay_${utr}`, utr)).toBe('suspense')
    expect(await funding.suspense('open', utr)).toMatchObject([{ reason: 'reference_used', paymentId: `pay_${utr}` }])
    expect(await funding.get(large.id)).toMatchObject({ state: 'approved' })
    expect(await bench.balance({ accountId: second })).toMatchObject({ balance: zero })
  })

  it('credits once when the payment, claims and approvals of one UTR come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [thief, victim, utr] = [await bench.newAccount(), await bench.newAccount(), nextUtr()]
      const claimed = await claim(thief, utr)
      const { id } = await order(victim)
      await Promise.allSettled([
        paid(id, `pay_${utr}`, utr),
        funding.approve({ id: claimed.id, actor }),
        paid(id, `pay_${utr}`, utr),
        claim(await bench.newAccount(), utr),
      ])
      const [one, other] = [await bench.balance({ accountId: thief }), await bench.balance({ accountId: victim })]
      expect(one.balance + other.balance).toBe(inr('500'))
      const kept = await funding.suspense('open', utr)
      expect(kept.length).toBe(other.balance === inr('500') ? 0 : 1)
    }
    await verified()
  })

  it('frees what the payer of a QR claimed, if the gateway names another UTR', async () => {
    const [accountId, victim] = [await bench.newAccount(), await bench.newAccount()]
    const [wrong, right] = [nextUtr(), nextUtr()]
    const qr = await funding.openQr({ accountId, environment, amount: inr('500'), actor })
    await funding.confirmQr({ id: qr.id, rail: 'upi', utr: wrong, actor: 'customer' })
    await paid(qr.id, `pay_${right}`, right)
    const { id } = await order(victim)
    expect(await paid(id, `pay_${wrong}`, wrong)).toBe('accepted')
    expect(await bench.balance({ accountId: victim })).toMatchObject({ balance: inr('500') })
  })

  it('takes no transfer for a payment because its number is the id of the payment', async () => {
    const [thief, victim] = [await bench.newAccount(), await bench.newAccount()]
    const utr = nextUtr()
    const claimed = await claim(thief, utr)
    const { id } = await order(victim)
    expect(await paid(id, utr, null)).toBe('accepted')
    expect(await funding.get(id)).toMatchObject({ state: 'credited', paymentId: utr })
    expect(await funding.get(claimed.id)).toMatchObject({ state: 'rejected' })
  })

  it('gives a UTR that two accounts claim to the first, until it is rejected', async () => {
    const [first, second, utr] = [await bench.newAccount(), await bench.newAccount(), nextUtr()]
    const { id } = await claim(first, utr)
    await expect(claim(second, utr)).rejects.toMatchObject({ code: 'FUNDING_REFERENCE_USED' })
    await funding.reject({ id, actor, reason: 'Not on the statement' })
    expect(await claim(second, utr)).toMatchObject({ state: 'submitted' })
  })

  it('limits the transfers of an account that wait, lower before its KYC, also when they come at once', async () => {
    const accountId = await bench.newAccount()
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => claim(accountId, nextUtr())))
    const open = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(open).toHaveLength(3)
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'FUNDING_TOO_MANY_OPEN' })
    const qr = await funding.openQr({ accountId, environment, amount: inr('500'), actor })
    const confirm = () => funding.confirmQr({ id: qr.id, rail: 'upi', utr: nextUtr(), actor: 'customer' })
    await expect(confirm()).rejects.toMatchObject({ code: 'FUNDING_TOO_MANY_OPEN' })
    await funding.reject({ id: open[0]?.id ?? '', actor, reason: 'Not on the statement' })
    expect(await confirm()).toMatchObject({ state: 'submitted' })
    await bench.store.accounts.approveKyc(accountId)
    for (let more = 0; more < 17; more += 1) await claim(accountId, nextUtr())
    await expect(claim(accountId, nextUtr())).rejects.toMatchObject({ code: 'FUNDING_TOO_MANY_OPEN' })
  })
})
