import { inr, micro, zero } from '@parakh/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FundingRecord, FundingState } from '../contract/funding.ts'
import type { DisputePhase } from '../contract/payment-gateways.ts'
import { reversalStep } from './funding-reversal.ts'
import type { FundingRules } from './funding-rules.ts'
import { approval, capture, chargeback, qrClaim, rejection, release } from './funding-steps.ts'

const AT = new Date('2026-11-18T10:00:00.000Z')
const RULES: FundingRules = {
  twoOperatorsAbove: inr('50000'),
  submitterMayApprove: true,
  maxOpenTransfers: 20,
  maxOpenTransfersBeforeKyc: 3,
  upi: null,
  bankAccount: null,
}
const refund = (refundId: string, amount = inr('3')) =>
  reversalStep('razorpay', { kind: 'refunded', paymentId: 'p', refundId, amount })
const dispute = (phase: DisputePhase, at: number | null = null) =>
  reversalStep('razorpay', {
    kind: 'disputed',
    paymentId: 'p',
    disputeId: 'd1',
    phase,
    at: at === null ? null : new Date(at),
    reason: 'why',
  })
const funding = (more: Partial<FundingRecord> = {}): FundingRecord => ({
  ...{ id: 'f1', accountId: 'acc', environment: 'production', method: 'bank_transfer', state: 'submitted' },
  ...{
    amount: inr('500'),
    reference: null,
    from: null,
    reversed: zero,
    rail: 'neft',
    utr: 'U',
    gateway: null,
    paymentId: null,
    gatewayOrderId: null,
    gatewayAskedAt: null,
    returnUrl: null,
    reason: null,
  },
  ...{ approvals: [], reversals: [], suspendedAccount: false, createdBy: 'noor', createdAt: AT, updatedAt: AT },
  ...more,
})
const approve = (actor: string, of: FundingRecord, rules = RULES) => approval(rules, { actor, ties: [] }, AT)(of)
const refused = (code: string) => expect.objectContaining({ code })

it('credits at one approval up to the limit, and at the second operator above it', () => {
  expect(approve('asha', funding({ amount: inr('50000') }))).toMatchObject({
    funding: { state: 'credited' },
    money: { kind: 'credit', amount: inr('50000'), reference: 'funding/f1' },
  })
  const first = approve('asha', funding({ amount: inr('50000.01') }))
  expect(first).toMatchObject({ funding: { state: 'approved' }, action: 'funding.approve-first' })
  expect(first?.money).toBeUndefined()
  const waiting = first?.funding ?? funding()
  expect(() => approve('asha', waiting)).toThrow(refused('FUNDING_SAME_OPERATOR'))
  expect(approve('bina', waiting)).toMatchObject({
    funding: { state: 'credited', approvals: [{ actor: 'asha' }, { actor: 'bina' }] },
    money: { amount: inr('50000.01') },
  })
})

it.each(['Asha', ' ASHA ', 'ａｓｈａ', 'asha\u00a0', 'admin:asha'])(
  'takes %j for the asha who approved before',
  (name) => {
    const waiting = approve('asha', funding({ amount: inr('60000') }))?.funding ?? funding()
    expect(() => approve(name, waiting)).toThrow(refused('FUNDING_SAME_OPERATOR'))
    const strict = { ...RULES, submitterMayApprove: false }
    expect(() => approve(name, funding({ createdBy: 'asha' }), strict)).toThrow(refused('FUNDING_SAME_OPERATOR'))
  },
)

it.each(['аsha', 'ásha', 'as\u200dha', 'asha rao', ''])('refuses %j as an operator name', (name) => {
  const waiting = approve('asha', funding({ amount: inr('60000') }))?.funding ?? funding()
  expect(() => approve(name, waiting)).toThrow(refused('OPERATOR_NAME_INVALID'))
})

it('lets the submitter of a transfer approve it only if the configuration permits it', () => {
  expect(approve('noor', funding())).toMatchObject({ funding: { state: 'credited' } })
  const strict = { ...RULES, submitterMayApprove: false }
  expect(() => approve('noor', funding(), strict)).toThrow(refused('FUNDING_SAME_OPERATOR'))
  expect(approve('asha', funding(), strict)).toMatchObject({ funding: { state: 'credited' } })
})

it('never credits twice, nor without enough different operators, in any order of steps', () => {
  const act = fc.record({
    what: fc.constantFrom('approve', 'reject', 'capture', 'dispute', 'chargeback', 'release', 'refund'),
    actor: fc.constantFrom('asha', 'bina', 'noor'),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.boolean(),
      fc.array(act, { maxLength: 12 }),
      (paise, pays, acts) => {
        const amount = micro(paise * 10_000)
        let now = funding({ amount, ...(pays ? ({ method: 'gateway', state: 'pending', utr: null } as const) : {}) })
        let [inWallet, credits] = [0, 0]
        for (const [n, { what, actor }] of acts.entries()) {
          const reasoned = { id: 'f1', actor, reason: 'why' }
          const payment = { paymentId: `pay_${n}`, amount, currency: 'INR', reference: 'f1', utr: null }
          const steps = {
            approve: approval(RULES, { actor: reasoned.actor, ties: [] }, AT),
            reject: rejection(reasoned),
            capture: capture('razorpay', payment),
            dispute: (one: FundingRecord) => dispute('opened', n)(one, zero),
            chargeback: chargeback(reasoned),
            release: release(reasoned),
            refund: (one: FundingRecord) => refund(`r${n}`)(one, zero),
          } as const
          const step = attempt(() => steps[what as keyof typeof steps](now))
          if (!step) continue
          const { money } = step
          if (money?.kind === 'credit') {
            credits += 1
            inWallet += money.amount
            const enough = amount > RULES.twoOperatorsAbove ? 2 : 1
            if (what === 'approve') expect(new Set(step.funding.approvals.map((one) => one.actor)).size).toBe(enough)
          } else if (money) inWallet -= money.kind === 'reverse' ? money.amount : -money.amount
          now = step.funding
        }
        expect(credits).toBeLessThanOrEqual(1)
        expect(inWallet).toBe(credits === 0 ? 0 : amount - now.reversed)
        expect(inWallet).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    expect(error).toMatchObject({ name: 'ParakhError' })
    return null
  }
}

it('reverses no more than is left after refunds, and suspends the account', () => {
  const partly = refund('r1', inr('200'))(funding({ state: 'credited' }), zero)
  expect(partly).toMatchObject({
    claims: ['r1'],
    clawsBack: true,
    funding: { state: 'credited', reversed: inr('200') },
  })
  expect(chargeback({ id: 'f1', actor: 'bina', reason: 'why' })(partly?.funding ?? funding())).toMatchObject({
    ...{ account: 'suspend', money: { kind: 'reverse', amount: inr('300') } },
    funding: { state: 'charged_back', reversed: inr('500') },
  })
})

it.each(['submitted', 'approved'] as const)(
  'rejects a payment that is refunded while it is %s, and keeps its references',
  (state) => {
    const waiting = funding({ state, method: 'gateway', paymentId: 'p' })
    const step = refund('r1')(waiting, zero)
    expect(step).toEqual({
      funding: funding({ state: 'rejected', method: 'gateway', paymentId: 'p', reason: 'Refund r1' }),
      actor: 'system:gateway-razorpay',
      action: 'funding.reject',
    })
    expect(() => approve('asha', step?.funding ?? funding())).toThrow(refused('FUNDING_STATE'))
    for (const phase of ['inquiry', 'won', 'closed'] as const) expect(dispute(phase)(waiting, zero)).toBeNull()
  },
)

it('pays an order with its own amount only, by one payment', () => {
  const payment = { paymentId: 'pay_1', amount: inr('500'), currency: 'INR', reference: 'f1', utr: '432198765432' }
  const pay = (of: Partial<FundingRecord>) => capture('razorpay', payment)(funding({ method: 'gateway', ...of }))
  expect(pay({ state: 'pending' })).toMatchObject({
    once: 'pay_1',
    claims: ['432198765432'],
    money: { kind: 'credit' },
  })
  expect(pay({ state: 'pending', amount: inr('499') })).toBeNull()
  expect(pay({ state: 'credited', paymentId: 'pay_1' })).toBeNull()
  expect(() => pay({ state: 'credited', paymentId: 'pay_0' })).toThrow(refused('FUNDING_STATE'))
})

it.each<FundingState>(['pending', 'submitted', 'approved', 'rejected', 'refunded'])(
  'charges back nothing that is %s',
  (state) => {
    expect(() => chargeback({ id: 'f1', actor: 'b', reason: 'why' })(funding({ state }))).toThrow(
      refused('FUNDING_STATE'),
    )
  },
)

it('accepts the UTR of a QR once, and of no other funding', () => {
  const claim = qrClaim(RULES, { actor: 'asha', rail: 'upi', utr: '432198765432' })
  const qr = funding({ method: 'upi_qr', state: 'pending', utr: null })
  expect(claim(qr)).toMatchObject({ claims: ['432198765432'], funding: { state: 'submitted', rail: 'upi' } })
  expect(claim({ ...qr, utr: '432198765432' })).toBeNull()
  expect(() => claim(funding({ state: 'pending' }))).toThrow(refused('FUNDING_STATE'))
})
