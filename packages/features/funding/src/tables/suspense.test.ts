import { inr, zero } from '@parakh/core'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type FundingBench, fundingBench, RULES } from '../../test/funding-bench.ts'
import type { Funding } from '../contract/funding.ts'
import type { GatewayEvent } from '../contract/payment-gateways.ts'
import { createFunding } from '../rules/create-funding.ts'
import { receiveGatewayEvent } from '../rules/receive-gateway-event.ts'

describe.each(ENGINES)('a payment in suspense on %s', (engine) => {
  const [clock, ids] = [manualClock(), sequentialIds(78)]
  let bench: FundingBench
  let funding: Funding
  beforeAll(async () => {
    bench = await fundingBench(engine, clock)
    funding = createFunding({
      ...{ rows: bench.fundings, clock, ids, logger: collectingLogger(), gateways: new Map() },
      rules: RULES,
      hosts: { address: { url: 'https://parakh.example' }, ownHosts: [], brands: null },
      acts: { carryOut: async () => false },
      ties: { unconfirmed: async () => [] },
    })
  })
  afterAll(() => bench.close())

  const tell = (event: GatewayEvent) =>
    receiveGatewayEvent({ rows: bench.fundings, clock, ids }, { gateway: 'razorpay', body: '' }, event)
  const paid = (paymentId: string) =>
    tell({ kind: 'captured', paymentId, amount: inr('9'), currency: 'INR', reference: null, utr: null })
  const itemOf = (paymentId: string) => bench.fundings.findSuspense({ gateway: 'razorpay', paymentId })
  const assign = async (paymentId: string, accountId: string) => {
    const id = (await itemOf(paymentId))?.id ?? ''
    return await funding.assignSuspense({ id, accountId, environment: 'production', actor: 'asha' })
  }

  it.each<[string, (paymentId: string) => GatewayEvent]>([
    ['refunded', (paymentId) => ({ kind: 'refunded', paymentId, refundId: `r-${paymentId}`, amount: inr('9') })],
    ['disputed', (paymentId) => ({ kind: 'disputed', paymentId, phase: 'opened', reason: 'Fraud' })],
    ['charged back', (paymentId) => ({ kind: 'disputed', paymentId, phase: 'lost', reason: 'Fraud' })],
  ])(
    'that was %s is not credited, whether that is told before it is assigned or before it is approved',
    async (name, back) => {
      const accountId = await bench.newAccount()
      const [one, other] = [`${name}-1`, `${name}-2`]
      expect([await paid(one), await tell(back(one)), await tell(back(one))]).toEqual(Array(3).fill('suspense'))
      const noted = { state: 'open', reason: 'reversal_before_payment', amount: inr('9') }
      expect(await itemOf(one)).toMatchObject(noted)
      await expect(assign(one, accountId)).rejects.toMatchObject({ code: 'FUNDING_STATE' })
      expect(await itemOf(one)).toMatchObject(noted)
      await paid(other)
      const { id } = await assign(other, accountId)
      expect(await tell(back(other))).toBe('accepted')
      await expect(funding.approve({ id, actor: 'asha' })).rejects.toMatchObject({ code: 'FUNDING_STATE' })
      expect(await bench.balance({ accountId })).toMatchObject({ balance: zero, owed: zero })
    },
  )
})
