import { inr, NO_WRITES, type Store, type UnitPool, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { AdmittedCall, Payer, StoreTrial } from './store-trial.ts'

const PRICE = inr('2')
const CALLERS = 40

/** Units of a plan that pay for calls, and what is counted with charges. */
export function unitTests(trial: () => StoreTrial): void {
  const poolOf = (limit: number | null): UnitPool => ({
    ...{ name: `plan:${trial().ids.next()}`, period: '2026-11', limit, version: 'plan-1' },
  })
  const value = (payer: Payer, { name, period }: UnitPool): Promise<number> =>
    trial().store.counters.value({ accountId: payer.accountId, environment: payer.environment, name, period })
  const hold = (payer: Payer, pool: UnitPool, store?: Store): Promise<AdmittedCall> =>
    trial().hold(payer, { price: PRICE, pool }, store)

  it('pays with exactly the units of the pool, then with money, under concurrency', async () => {
    const payer = await trial().payer(inr('10'))
    const pool = poolOf(10)
    const admissions = await Promise.all(
      Array.from({ length: CALLERS }, () => trial().admit(payer, { price: PRICE, pool })),
    )
    const admitted = admissions.filter((one) => one.kind === 'admitted')
    expect(admitted.filter(({ pooled }) => pooled)).toHaveLength(10)
    expect(admitted).toHaveLength(15)
    expect(await value(payer, pool)).toBe(10)
    expect(await trial().balance(payer)).toMatchObject({ held: inr('10'), available: zero })
  })

  it('takes the pool of any plugin, under any name', async () => {
    const payer = await trial().payer(zero)
    const pool = { ...poolOf(1), name: `referrals:${trial().ids.next()}`, period: 'ever' }
    await trial().settle(await hold(payer, pool), { keepsUnit: true })
    expect(await value(payer, pool)).toBe(1)
    expect(await trial().store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })

  it('keeps the unit of an answer, and returns it for any other outcome', async () => {
    const payer = await trial().payer(zero)
    const pool = poolOf(10)
    const settle = async (facts: Parameters<StoreTrial['settle']>[1]): Promise<number> => {
      await trial().settle(await hold(payer, pool), facts)
      return await value(payer, pool)
    }
    expect(await settle({ keepsUnit: true })).toBe(1)
    expect(await settle({ keepsUnit: false })).toBe(1)
    expect(await settle({ outcome: 'none' })).toBe(1)
    expect(await settle({ outcome: 'failed' })).toBe(1)
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero })
  })

  it('returns the unit of an expired or refunded call, once', async () => {
    const payer = await trial().payer(zero)
    const pool = poolOf(null)
    await hold(payer, pool)
    const kept = await hold(payer, pool)
    await trial().settle(kept, { keepsUnit: true })
    expect(await value(payer, pool)).toBe(2)
    trial().clock.advance(30_001)
    await trial().store.billing.sweep(trial().at)
    expect(await value(payer, pool)).toBe(1)
    const { accountId, environment } = payer
    const writes = { ...NO_WRITES, refunds: [{ reference: kept.reference, reason: 'failed later' }] }
    const refund = () =>
      trial().store.billing.commit({ kind: 'commit', accountId, environment, at: trial().at, writes, actor: 'test' })
    await refund()
    await refund()
    expect(await value(payer, pool)).toBe(0)
  })

  it('raises a volume with each charge, once', async () => {
    const payer = await trial().payer(inr('10'))
    const volume = { name: 'volume:bank-ifsc-details', period: '2026-11' }
    const paid = await trial().hold(payer, { price: PRICE })
    await trial().settle(paid, { charged: PRICE, volume })
    await trial().settle(paid, { charged: PRICE, volume })
    await trial().settle(await trial().hold(payer, { price: PRICE }), { volume })
    const { accountId, environment } = payer
    expect(await trial().store.counters.value({ accountId, environment, ...volume })).toBe(1)
  })
}
