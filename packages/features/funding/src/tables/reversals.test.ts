import { inr, type Money, zero } from '@parakh/core'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type FundingBench, fundingBench, RULES } from '../../test/funding-bench.ts'
import type { Funding } from '../contract/funding.ts'
import type { DisputePhase, GatewayEvent } from '../contract/payment-gateways.ts'
import { createFunding } from '../rules/create-funding.ts'
import { receiveGatewayEvent } from '../rules/receive-gateway-event.ts'

const environment = 'production'
const actor = 'asha'
const GATEWAY = 'razorpay'
const PAID = inr('500')

/** What follows a lost dispute, with the second of each phase, and the state in the end. */
const LOST_EARLIER: readonly (readonly [string, readonly (readonly [DisputePhase, number])[], string])[] = [
  [
    'closed',
    [
      ['lost', 1],
      ['closed', 2],
    ],
    'charged_back',
  ],
  [
    'disputed again',
    [
      ['lost', 1],
      ['opened', 2],
    ],
    'charged_back',
  ],
  [
    'asked about',
    [
      ['lost', 1],
      ['inquiry', 2],
    ],
    'charged_back',
  ],
  [
    'won and closed',
    [
      ['lost', 1],
      ['won', 2],
      ['closed', 3],
    ],
    'credited',
  ],
  [
    'won and disputed again',
    [
      ['lost', 1],
      ['won', 2],
      ['opened', 3],
    ],
    'disputed',
  ],
  [
    'won and asked about',
    [
      ['lost', 1],
      ['won', 2],
      ['inquiry', 3],
    ],
    'credited',
  ],
]

describe.each(ENGINES)('reversals of a payment on %s', (engine) => {
  const [clock, ids] = [manualClock(), sequentialIds(80)]
  let bench: FundingBench
  let funding: Funding
  let payments = 0
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

  const send = (event: GatewayEvent) =>
    receiveGatewayEvent({ rows: bench.fundings, clock, ids }, { gateway: GATEWAY, body: '' }, event)
  /** An order, and the events of its payment. */
  const order = async (of?: string) => {
    const accountId = of ?? (await bench.newAccount())
    const { id } = await funding.openOrder({ accountId, environment, amount: PAID, gateway: GATEWAY, actor })
    payments += 1
    const paymentId = `pay_${payments}`
    const captured = { kind: 'captured', paymentId, amount: PAID, currency: 'INR', reference: id, utr: null } as const
    const refund = (name: string, amount: Money) =>
      ({ kind: 'refunded', paymentId, refundId: `${name}_${paymentId}`, amount }) as const
    const refundFailed = (name: string) =>
      ({ kind: 'refund_failed', paymentId, refundId: `${name}_${paymentId}` }) as const
    const dispute = (phase: 'inquiry' | 'opened' | 'lost' | 'won' | 'closed', second: number, amount = PAID) =>
      ({
        kind: 'disputed',
        paymentId,
        disputeId: `d_${paymentId}`,
        phase,
        amount,
        at: new Date(second * 1_000),
        reason: 'Fraud',
      }) as const
    return { id, accountId, paymentId, captured, refund, refundFailed, dispute }
  }
  const standing = async ({ id, accountId }: { readonly id: string; readonly accountId: string }) => {
    const { balance, owed } = await bench.balance({ accountId })
    const { state, reversed } = await funding.get(id)
    return { wallet: balance - owed, state, reversed, account: (await bench.store.accounts.get(accountId))?.status }
  }

  it('come to the same in every order, with every repetition, and at once', async () => {
    const length = engine === 'pg' ? 6 : 30
    const events = ({ captured, refund, refundFailed, dispute }: Awaited<ReturnType<typeof order>>) => [
      captured,
      refund('one', inr('200')),
      refund('other', inr('100')),
      refundFailed('one'),
      dispute('inquiry', 1),
      dispute('opened', 2),
      dispute('won', 3),
      dispute('opened', 4),
      dispute('lost', 5, inr('450')),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
        fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
        fc.boolean(),
        async (places, again, atOnce) => {
          const one = await order()
          const all = events(one)
          const sent = [...places, ...again].flatMap((place) => all[place] ?? [])
          if (atOnce) await Promise.all(sent.map(send))
          else for (const event of sent) await send(event)
          // ₹100 refunded and ₹450 lost are all of the ₹500.
          const expected = { wallet: 0, state: 'charged_back', reversed: PAID, account: 'suspended' }
          expect(await standing(one)).toEqual(expected)
        },
      ),
      { numRuns: length },
    )
    expect((await bench.store.ledger.verify()).broken).toEqual([])
  })

  it.each(LOST_EARLIER)('follow a lost dispute that is %s later, in every order', async (_, phases, state) => {
    const events = (one: Awaited<ReturnType<typeof order>>) =>
      phases.map(([phase, second]) => one.dispute(phase, second))
    const places = phases.map((_phase, place) => place)
    const orders = fc.sample(fc.shuffledSubarray(places, { minLength: places.length }), engine === 'pg' ? 3 : 6)
    for (const places of orders) {
      const one = await order()
      for (const event of [one.captured, ...places.flatMap((place) => events(one)[place] ?? [])]) await send(event)
      const isLost = state === 'charged_back'
      expect({ places, ...(await standing(one)) }).toMatchObject({
        places,
        state,
        wallet: isLost ? 0 : PAID,
        account: state === 'credited' ? 'active' : 'suspended',
      })
    }
  })

  it('of the same phase take the newest amount', async () => {
    const one = await order()
    for (const event of [one.captured, one.dispute('lost', 2, inr('300')), one.dispute('lost', 1, inr('100'))])
      await send(event)
    expect(await standing(one)).toMatchObject({ wallet: inr('200'), reversed: inr('300') })
    await send(one.dispute('lost', 3, inr('50')))
    expect(await standing(one)).toMatchObject({ wallet: inr('450'), reversed: inr('50') })
  })

  it('leave an operator’s chargeback until the bank decides', async () => {
    const one = await order()
    const reopened = [one.dispute('lost', 1), one.dispute('won', 2), one.dispute('opened', 3)]
    for (const event of [one.captured, ...reopened]) await send(event)
    await funding.chargeback({ id: one.id, actor, reason: 'The bank will take it' })
    for (const event of [...reopened, one.dispute('closed', 4)]) await send(event)
    expect(await standing(one)).toMatchObject({ wallet: 0, state: 'charged_back' })
    await send(one.dispute('won', 5))
    expect(await standing(one)).toMatchObject({ wallet: PAID, state: 'credited' })
  })

  it('that failed before the payment was assigned reject nothing and move nothing when they are repeated', async () => {
    const one = await order()
    const failed = [one.refund('r', inr('200')), one.refundFailed('r')]
    for (const event of [{ ...one.captured, reference: null }, ...failed]) await send(event)
    const [item] = await funding.suspense('open', one.paymentId)
    const { accountId } = one
    const { id } = await funding.assignSuspense({ id: item?.id ?? '', accountId, environment, actor })
    for (const event of failed) await send(event)
    expect((await funding.get(id)).state).toBe('submitted')
    await funding.approve({ id, actor })
    for (const event of failed) await send(event)
    expect(await standing({ id, accountId })).toMatchObject({ wallet: PAID, state: 'credited', reversed: zero })
    expect((await funding.get(id)).reversals).toMatchObject([{ kind: 'refund', phase: 'failed', changes: 1 }])
  })

  it('return exactly what a dispute took, however often the bank changes its decision', async () => {
    const one = await order()
    await send(one.captured)
    await send(one.refund('r', inr('200')))
    const walletAfter = async (event: GatewayEvent) => {
      for (const _ of [1, 2]) await send(event)
      return (await standing(one)).wallet
    }
    expect(await walletAfter(one.dispute('lost', 1))).toBe(zero)
    expect(await walletAfter(one.dispute('won', 2))).toBe(inr('300'))
    expect(await walletAfter(one.dispute('lost', 3, inr('50')))).toBe(inr('250'))
    expect(await walletAfter(one.dispute('won', 4))).toBe(inr('300'))
    expect(await walletAfter(one.dispute('lost', 1))).toBe(inr('300'))
    expect(await walletAfter(one.refundFailed('r'))).toBe(inr('500'))
    expect(await standing(one)).toMatchObject({ state: 'credited', account: 'active', reversed: zero })
  })

  it('put an operator’s chargeback back when the dispute is won, and take another one', async () => {
    const one = await order()
    for (const event of [one.captured, one.dispute('opened', 1)]) await send(event)
    await funding.chargeback({ id: one.id, actor, reason: 'The bank will take it' })
    expect(await standing(one)).toMatchObject({ wallet: 0, state: 'charged_back', account: 'suspended' })
    await send(one.dispute('won', 2))
    expect(await standing(one)).toMatchObject({ wallet: PAID, state: 'credited', account: 'active' })
    await funding.chargeback({ id: one.id, actor, reason: 'Another bank takes it' })
    expect(await standing(one)).toMatchObject({ wallet: 0, state: 'charged_back', account: 'suspended' })
  })

  it('keep an account suspended until the last of its disputes ends, and an operator’s suspension', async () => {
    const one = await order()
    const other = await order(one.accountId)
    for (const { captured, dispute } of [one, other])
      for (const event of [captured, dispute('opened', 1)]) await send(event)
    await send(one.dispute('won', 2))
    expect(await standing(one)).toMatchObject({ state: 'credited', account: 'suspended' })
    await send(other.dispute('won', 2))
    expect(await standing(other)).toMatchObject({ state: 'credited', account: 'active' })
    await bench.store.accounts.setStatus(one.accountId, 'suspended', actor)
    for (const event of [one.dispute('opened', 3), one.dispute('won', 4)]) await send(event)
    expect(await standing(one)).toMatchObject({ state: 'credited', account: 'suspended' })
  })

  it('of a release that listed none are returned too: a refund that failed, a dispute that was won', async () => {
    const one = await order()
    await send(one.captured)
    // As the release before wrote it.
    const refundId = `old_${one.paymentId}`
    await bench.fundings.step(one.id, (seen) => ({
      funding: { ...seen, reversed: inr('200'), reason: `Refund ${refundId}` },
      claims: [refundId],
      money: {
        kind: 'reverse',
        amount: inr('200'),
        reference: `funding/${one.id}/refund/${refundId}`,
        reason: 'Refund',
      },
      actor,
      action: 'funding.refund',
    }))
    await bench.fundings.step(one.id, (seen) => ({
      funding: { ...seen, reversed: PAID, state: 'charged_back' },
      money: { kind: 'reverse', amount: inr('300'), reference: `funding/${one.id}/chargeback`, reason: 'Lost' },
      account: 'suspend',
      actor,
      action: 'funding.chargeback',
    }))
    await send({ ...one.refund('old', inr('200')), refundId })
    expect(await standing(one)).toMatchObject({ wallet: 0, state: 'charged_back', account: 'suspended' })
    await send(one.dispute('won', 1))
    expect(await standing(one)).toMatchObject({ wallet: inr('300'), reversed: inr('200'), account: 'active' })
    await send(one.refundFailed('old'))
    expect(await standing(one)).toMatchObject({ wallet: PAID, state: 'credited', reversed: zero })
  })

  it('in another currency go to suspense, and move nothing', async () => {
    const one = await order()
    await send(one.captured)
    expect(await send({ ...one.refund('usd', inr('5')), currency: 'USD' })).toBe('suspense')
    expect(await send({ ...one.dispute('lost', 1), currency: 'USD' })).toBe('suspense')
    expect(await standing(one)).toMatchObject({ wallet: PAID, state: 'credited', account: 'active' })
    const kept = await funding.suspense('open', one.paymentId)
    expect(kept.map(({ reason, currency }) => [reason, currency])).toEqual(Array(2).fill(['currency', 'USD']))
  })

  it('of a closed account that return money go to suspense', async () => {
    const one = await order()
    for (const event of [one.captured, one.refund('r', PAID)]) await send(event)
    await bench.store.accounts.setStatus(one.accountId, 'closed', actor)
    for (const _ of [1, 2]) expect(['suspense', 'accepted']).toContain(await send(one.refundFailed('r')))
    const { wallet } = await standing(one)
    const kept = await funding.suspense('open', one.paymentId)
    expect([wallet, kept.length]).toEqual(kept.length === 1 ? [0, 1] : [PAID, 0])
  })
})
