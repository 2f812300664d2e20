import { inr, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { LEASE_MS, type StoreTrial, WIDE_LIMITS } from './store-trial.ts'

const HOUR_MS = 3_600_000
const LATER_MS = 2_000

/** A clock that is set by an hour under the store (reliability.md section 6, rule 14). */
export function clockStepTests(trial: () => StoreTrial): void {
  const limits = { ...WIDE_LIMITS, endpoint: 3 }
  const step = (ms: number): void => trial().clock.set(new Date(trial().at + ms))

  it.each([3_000, 45_000, HOUR_MS])('does not lock a key out for the %i ms that it goes back', async (back) => {
    const payer = await trial().payer(zero)
    for (let call = 0; call < 3; call += 1) await trial().admit(payer, { limits })
    step(-back)
    const refused = await trial().admit(payer, { limits })
    expect(refused).toMatchObject({ kind: 'refused', code: 'RATE_LIMIT_EXCEEDED', retryAfter: 61 })
    trial().clock.advance(30_000)
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'refused' })
    // A step as small as an operation waits for its batch is not told from that, and is waited for.
    trial().clock.advance(31_000 + (back <= 15_000 ? back : 0))
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted' })
    step(back)
  })

  it('still counts the calls of before it went back', async () => {
    const payer = await trial().payer(zero)
    for (let call = 0; call < 2; call += 1) await trial().admit(payer, { limits })
    step(-HOUR_MS)
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted', rate: { remaining: 0 } })
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'refused' })
    step(HOUR_MS)
  })

  it('releases holds from before a clock step on request, and no others', async () => {
    const payer = await trial().payer(inr('10'))
    const before = await trial().hold(payer, { price: inr('1') })
    step(-HOUR_MS)
    const live = await trial().hold(payer, { price: inr('2') })
    await trial().store.billing.sweep(trial().at + LATER_MS)
    expect(await trial().phase(before.reference)).toBe('held')
    await trial().store.billing.sweep(trial().at, { madeAfter: trial().at + LATER_MS })
    expect(await trial().phase(before.reference)).toBe('released')
    expect(await trial().phase(live.reference)).toBe('held')
    expect(await trial().settle(before, { charged: inr('1') })).toEqual({ kind: 'lost' })
    expect(await trial().settle(live, { charged: inr('2') })).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('8'), held: zero })
    step(HOUR_MS + LEASE_MS)
  })

  it('takes over marked writes from before a clock step on request, once each, and no others', async () => {
    const payer = await trial().payer(inr('10'))
    const [before, live] = [await trial().hold(payer, { price: inr('1') }), { price: inr('2') }]
    await trial().dispatch(before)
    step(-HOUR_MS)
    const now = await trial().hold(payer, live)
    await trial().dispatch(now)
    const { billing } = trial().store
    const listed = async () => (await billing.unresolved(trial().at, 100)).map(({ reference }) => reference)
    const sweep = () => billing.sweep(trial().at, { madeAfter: trial().at + LATER_MS })
    expect(await listed()).not.toContain(before.reference)
    await sweep()
    expect(await listed()).toContain(before.reference)
    expect(await listed()).not.toContain(now.reference)
    expect(await billing.takeOver(before.reference, 1, 'recovery', trial().at + LEASE_MS)).toBe(2)
    await sweep()
    expect(await listed()).not.toContain(before.reference)
    expect(await trial().settle({ ...before, epoch: 2 }, { charged: inr('1') })).toEqual({ kind: 'done' })
    expect(await trial().settle(now, { charged: inr('2') })).toEqual({ kind: 'done' })
    step(HOUR_MS + LEASE_MS)
  })
}
