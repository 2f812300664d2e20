import {
  inr,
  type Money,
  micro,
  minus,
  newestUsage,
  type StagedWrites,
  type Store,
  type UnitPool,
  zero,
} from '@parakh/core'
import { expect, it } from 'vitest'
import { ACCEPTED_MS, type AdmittedCall, LEASE_MS, type Payer, type StoreTrial, WIDE_LIMITS } from './store-trial.ts'

const PRICE = inr('4')
const RACES = 6

/** The writes of an async result. */
export const resultOf = (
  { reference }: { readonly reference: string },
  to: 'pending' | 'completed' | 'failed',
): Partial<StagedWrites> => ({ asyncState: { reference, from: 'pending', to } })
/** The writes of the last poll: what is still held is released, unless a result came. */
export const lastPollOf = (call: { readonly reference: string }): Partial<StagedWrites> => ({
  ...resultOf(call, 'pending'),
  refunds: [{ reference: call.reference, reason: 'no async result' }],
})

/** Calls that are charged on completion: the answer keeps the hold, and the async result captures or releases it, once. */
export function completionTests(trial: () => StoreTrial): void {
  const HELD = { balance: inr('10'), held: PRICE, available: inr('6') }
  const FREE = { balance: inr('10'), held: zero, available: inr('10') }
  const CAPTURED = { balance: inr('6'), held: zero, available: inr('6') }
  const callOf = async ({ reference }: AdmittedCall) => (await trial().store.billing.findByReference(reference))?.call
  const chargedOf = async ({ accountId, environment }: Payer): Promise<Money> => {
    const all = { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 1_000 }
    const rows = await newestUsage(trial().store.usageLog, { accountId, environment }, all)
    return micro(rows.reduce((sum, { charged }) => sum + charged, 0))
  }
  const accepted = async (facts: Parameters<StoreTrial['accept']>[1] = {}) => {
    const payer = await trial().payer(inr('10'))
    return { payer, call: await trial().accept(payer, { price: PRICE, ...facts }) }
  }

  it('keeps the hold of an answer beyond the lease of its call, and replays the answer', async () => {
    const { payer, call } = await accepted({ requestId: 'order-17' })
    expect(await trial().balance(payer)).toMatchObject(HELD)
    trial().clock.advance(LEASE_MS + 60_000)
    await trial().store.billing.sweep(trial().at)
    await trial().store.billing.sweep(trial().at, { goneOwner: { except: 'process-2' } })
    await trial().store.billing.sweep(trial().at, { madeAfter: trial().at - 10 * LEASE_MS })
    expect(await trial().balance(payer)).toMatchObject(HELD)
    const again = { price: PRICE, requestId: 'order-17' }
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'replay', reference: call.reference })
    expect(await trial().balance(payer)).toMatchObject(HELD)
    expect(await trial().store.billing.unresolved(trial().at, 1_000)).not.toContainEqual(
      expect.objectContaining({ reference: call.reference }),
    )
  })

  it('captures what is held when the result says so, and counts the call once', async () => {
    const { payer, call } = await accepted()
    const { accountId, environment } = payer
    const counts = () => trial().store.usage.counts(accountId, environment, trial().clock.now())
    expect([(await counts()).total, await chargedOf(payer)]).toEqual([1, zero])
    await trial().commit(payer, resultOf(call, 'pending'))
    expect(await trial().balance(payer)).toMatchObject(HELD)
    expect(await trial().commit(payer, resultOf(call, 'completed'))).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject(CAPTURED)
    expect(await callOf(call)).toMatchObject({ phase: 'answered', asyncState: 'completed', charged: PRICE })
    expect([(await counts()).total, await chargedOf(payer)]).toEqual([1, PRICE])
  })

  it.each(['failed', 'last poll'] as const)('releases what is held: %s', async (news) => {
    const { payer, call } = await accepted()
    const writes = news === 'failed' ? resultOf(call, 'failed') : lastPollOf(call)
    expect(await trial().commit(payer, writes)).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject(FREE)
    expect(await callOf(call)).toMatchObject({ phase: 'answered', charged: zero, refunded: zero })
    expect(await chargedOf(payer)).toBe(zero)
  })

  it('releases what has waited until its time was over, and not a moment before; a later result moves no money', async () => {
    const { payer, call } = await accepted()
    trial().clock.advance(ACCEPTED_MS - 1)
    await trial().store.billing.sweep(trial().at)
    expect(await trial().balance(payer)).toMatchObject(HELD)
    trial().clock.advance(1)
    expect(await trial().store.billing.sweep(trial().at)).toBeGreaterThanOrEqual(1)
    expect(await trial().balance(payer)).toMatchObject(FREE)
    expect(await trial().commit(payer, resultOf(call, 'completed'))).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject(FREE)
    expect(await callOf(call)).toMatchObject({ phase: 'answered', asyncState: 'completed', charged: zero })
  })

  it.each([
    ['the same result', 'completed', 'completed'],
    ['success and failure', 'completed', 'failed'],
    ['a result and the last poll', 'completed', 'last poll'],
    ['a result and the sweep', 'completed', 'sweep'],
  ] as const)('moves money once when two come at the same moment: %s', async (_what, one, other) => {
    for (let time = 0; time < RACES; time += 1) {
      const { payer, call } = await accepted()
      trial().clock.advance(ACCEPTED_MS)
      const tell = async (news: typeof one | typeof other) => {
        if (news === 'sweep') await trial().store.billing.sweep(trial().at)
        else await trial().commit(payer, news === 'last poll' ? lastPollOf(call) : resultOf(call, news))
      }
      const [first, second] = time % 2 === 0 ? [one, other] : [other, one]
      await Promise.all([tell(first), tell(second)])
      // Both once more, as whoever lost an acknowledgement.
      await Promise.all([tell(first), tell(second)])
      const charged = (await callOf(call))?.charged ?? zero
      expect([PRICE, zero]).toContain(charged)
      if (one === other) expect(charged).toBe(PRICE)
      expect(await trial().balance(payer)).toMatchObject(charged > 0 ? CAPTURED : FREE)
    }
  })

  it('is a call in flight until it is answered, and no longer', async () => {
    const payer = await trial().payer(inr('10'))
    const limits = { ...WIDE_LIMITS, inFlight: 1 }
    await trial().accept(payer, { price: PRICE, limits })
    expect(await trial().admit(payer, { price: PRICE, limits })).toMatchObject({ kind: 'admitted' })
    expect(await trial().admit(payer, { price: PRICE, limits })).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })

  it('spends what is held once: other calls have what remains', async () => {
    const { payer, call } = await accepted()
    expect(await trial().admit(payer, { price: inr('6.01') })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    await trial().pay(payer, inr('6'))
    expect(await trial().commit(payer, resultOf(call, 'completed'))).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero })
  })

  it('pays commission with the capture, and none before', async () => {
    const legs = [{ accountId: 'reseller-of-later', amount: inr('1') }]
    const { payer, call } = await accepted({ legs })
    await trial().commit(payer, resultOf(call, 'completed'))
    expect(await callOf(call)).toMatchObject({ charged: PRICE, legs })
    const refunds = [{ reference: call.reference, reason: 'wrong' }]
    await trial().commit(payer, { refunds })
    await trial().commit(payer, { refunds })
    expect(await trial().balance(payer)).toMatchObject(FREE)
    expect(await callOf(call)).toMatchObject({ refunded: PRICE })
  })

  it('releases what is held where the call is refunded before its result, by another key too', async () => {
    const { payer, call } = await accepted()
    const refunds = [{ reference: call.reference, reason: 'asked for' }]
    const other = await trial().hold(payer, { price: inr('1') })
    await trial().settle(other, { charged: inr('1'), writes: { refunds } })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('9'), held: zero })
    await trial().commit(payer, resultOf(call, 'completed'))
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('9'), held: zero })
  })

  it('captures although the key was revoked and the account suspended: the hold was granted', async () => {
    const { payer, call } = await accepted()
    await trial().store.keys.revoke(payer.key.id)
    await trial().store.accounts.setStatus(payer.accountId, 'suspended')
    expect(await trial().commit(payer, resultOf(call, 'completed'))).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject(CAPTURED)
  })

  it('repays what the wallet owes from what a release makes available', async () => {
    const { payer, call } = await accepted()
    const { accountId, environment } = payer
    const amount = minus(zero, inr('9'))
    await trial().store.wallet.adjust({
      accountId,
      environment,
      amount,
      reference: 'taken',
      reason: 'wrong',
      actor: 'test',
    })
    expect(await trial().balance(payer)).toMatchObject({ balance: PRICE, held: PRICE, owed: inr('3') })
    await trial().commit(payer, resultOf(call, 'failed'))
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('1'), held: zero, owed: zero })
  })

  it('gives what is released back to the day that it was spent on', async () => {
    const payer = await trial().payer(inr('10'))
    const spendCap = PRICE
    const call = await trial().accept(payer, { price: PRICE, spendCap })
    const more = { price: inr('0.01'), spendCap }
    expect(await trial().admit(payer, more)).toMatchObject({ code: 'API_NOT_PERMITTED' })
    await trial().commit(payer, resultOf(call, 'failed'))
    expect(await trial().admit(payer, { price: PRICE, spendCap })).toMatchObject({ kind: 'admitted' })
  })

  it('keeps the unit of a plan that pays for it until the result, and returns it with a failure', async () => {
    const payer = await trial().payer(zero)
    const pool: UnitPool = { name: `plan:${trial().ids.next()}`, period: '2026-11', limit: 10, version: 'plan-1' }
    const { accountId, environment } = payer
    const units = () => trial().store.counters.value({ accountId, environment, name: pool.name, period: pool.period })
    const kept = await trial().accept(payer, { price: PRICE, pool })
    const given = await trial().accept(payer, { price: PRICE, pool })
    expect(await units()).toBe(2)
    await trial().commit(payer, resultOf(kept, 'completed'))
    await trial().commit(payer, resultOf(given, 'failed'))
    expect(await units()).toBe(1)
    await trial().accept(payer, { price: PRICE, pool })
    trial().clock.advance(ACCEPTED_MS)
    await trial().store.billing.sweep(trial().at)
    expect(await units()).toBe(1)
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero })
  })

  it('holds nothing for a free call, which its result completes', async () => {
    const payer = await trial().payer(zero)
    const call = await trial().accept(payer, { price: zero })
    expect(await trial().phase(call.reference)).toBe('answered')
    expect(await trial().commit(payer, resultOf(call, 'completed'))).toEqual({ kind: 'done' })
    expect(await callOf(call)).toMatchObject({ asyncState: 'completed', charged: zero })
  })

  it('keeps its stored answer for as long as it waits', async () => {
    const { payer, call } = await accepted({ requestId: 'kept' })
    await trial().store.billing.purge(trial().at + 1)
    expect(await trial().admit(payer, { price: PRICE, requestId: 'kept' })).toMatchObject({ kind: 'replay' })
    await trial().commit(payer, resultOf(call, 'completed'))
    expect(await trial().balance(payer)).toMatchObject(CAPTURED)
  })

  it('counts it in the volume of the month when it is accepted', async () => {
    const volume = { name: 'volume:bank-ifsc-details', period: '2026-11' }
    const payer = await trial().payer(inr('10'))
    const call = await trial().accept(payer, { price: PRICE }, { volume })
    const { accountId, environment } = payer
    await trial().commit(payer, resultOf(call, 'completed'))
    expect(await trial().store.counters.value({ accountId, environment, ...volume })).toBe(1)
  })
}

/** Two processes hear of the same result. */
export function completionByProcessesTest(trial: () => StoreTrial, other: () => Store): void {
  it('captures once what two processes are told at the same moment', async () => {
    for (let time = 0; time < RACES; time += 1) {
      const payer = await trial().payer(inr('10'))
      const call = await trial().accept(payer, { price: PRICE })
      const results = await Promise.all([
        trial().commit(payer, resultOf(call, 'completed')),
        trial().commit(payer, resultOf(call, time % 2 === 0 ? 'completed' : 'failed'), other()),
      ])
      expect(results.map(({ kind }) => kind).sort()).toEqual(['done', 'lost'])
      const { balance, held } = await trial().balance(payer)
      expect([inr('6'), inr('10')]).toContain(balance)
      expect(held).toBe(zero)
    }
  })
}
