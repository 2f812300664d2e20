import { inr, type Money, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { Payer, StoreTrial } from './store-trial.ts'

const DAY_MS = 86_400_000
const CAP = inr('10')
const REFUSED = { kind: 'refused', code: 'API_NOT_PERMITTED' }

/** What a key may spend in a day (decisions.md section 1). */
export function spendCapTests(trial: () => StoreTrial): void {
  const capped = async (): Promise<Payer> => {
    const payer = await trial().payer(inr('100'))
    const key = await trial().store.keys.restrict(payer.key.id, { spendCapPerDay: CAP })
    return { ...payer, key }
  }
  const price = (amount: Money) => ({ price: amount, spendCap: CAP })
  /** Noon in India, so that nothing of a test meets midnight by accident. */
  const toNoon = (): void => {
    const noon = 23_400_000
    trial().clock.advance(DAY_MS - ((trial().at - noon) % DAY_MS))
  }

  it('is kept with its key, and is above zero', async () => {
    const { keys } = trial().store
    const { key, accountId, environment } = await capped()
    expect((await keys.get(key.id))?.key.spendCapPerDay).toBe(CAP)
    const made = await keys.create({ accountId, environment, spendCapPerDay: inr('5') })
    expect(made.key.spendCapPerDay).toBe(inr('5'))
    expect((await keys.restrict(key.id, { spendCapPerDay: null })).spendCapPerDay).toBeNull()
    const invalid = { code: 'INVALID_AMOUNT' }
    await expect(keys.restrict(key.id, { spendCapPerDay: zero })).rejects.toMatchObject(invalid)
    await expect(keys.create({ accountId, environment, spendCapPerDay: zero })).rejects.toMatchObject(invalid)
  })

  it('lets a key spend its cap to the last paisa, calls in flight included, and no more', async () => {
    toNoon()
    const payer = await capped()
    await trial().pay(payer, inr('4'), { spendCap: CAP })
    const open = await trial().hold(payer, price(inr('5.99')))
    expect(await trial().admit(payer, price(inr('0.02')))).toMatchObject(REFUSED)
    expect(await trial().admit(payer, price(inr('0.01')))).toMatchObject({ kind: 'admitted' })
    expect(await trial().admit(payer, price(zero))).toMatchObject({ kind: 'admitted' })
    await trial().settle(open, { charged: inr('5.99') })
    expect(await trial().admit(payer, price(inr('0.01')))).toMatchObject(REFUSED)
  })

  it('returns what a call did not cost after all', async () => {
    toNoon()
    const payer = await capped()
    const [none, expired] = [await trial().hold(payer, price(CAP)), price(CAP)]
    await trial().settle(none, { outcome: 'none', charged: zero })
    await trial().hold(payer, expired)
    expect(await trial().admit(payer, price(inr('0.01')))).toMatchObject(REFUSED)
    trial().clock.advance(60_000)
    await trial().store.billing.sweep(trial().at)
    expect(await trial().admit(payer, price(CAP))).toMatchObject({ kind: 'admitted' })
  })

  it('counts the calls of many at once one by one', async () => {
    toNoon()
    const payer = await capped()
    const calls = await Promise.all(Array.from({ length: 25 }, () => trial().admit(payer, price(inr('1')))))
    expect(calls.filter(({ kind }) => kind === 'admitted')).toHaveLength(10)
  })

  it("begins again with the day in India, and is each key's own", async () => {
    toNoon()
    const payer = await capped()
    const other = await trial().store.keys.create({ accountId: payer.accountId, environment: payer.environment })
    await trial().pay(payer, CAP, { spendCap: CAP })
    expect(await trial().admit({ ...payer, key: other.key }, price(CAP))).toMatchObject({ kind: 'admitted' })
    trial().clock.advance(DAY_MS / 2 - 1_000)
    expect(await trial().admit(payer, price(inr('1')))).toMatchObject(REFUSED)
    trial().clock.advance(1_000)
    expect(await trial().admit(payer, price(CAP))).toMatchObject({ kind: 'admitted' })
    // One of the day before that is decided late does not give the new day away.
    expect(await trial().admit(payer, { ...price(inr('1')), at: trial().at - 1 })).toMatchObject(REFUSED)
  })
}
