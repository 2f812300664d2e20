import { inr, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { LEASE_MS, type StoreTrial } from './store-trial.ts'

const BYTES = Uint8Array.of(0x7b, 0x7d)

/** What only one call of an account and environment may have, whatever their request ids (decisions.md section 13). */
export function uniqueKeyTests(trial: () => StoreTrial): void {
  const order = { uniqueKey: 'place-order/A-1001', price: inr('4') }
  const taken = (holder: string) => ({ kind: 'refused', code: 'UNIQUE_KEY_TAKEN', holder })

  it('admits one of 20 calls with the same unique key, over all processes', async () => {
    const payer = await trial().payer(inr('100'))
    const stores = [trial().store, (await trial().bench.second?.()) ?? trial().store] as const
    const asked = Array.from({ length: 20 }, (_, n) => trial().admit(payer, order, stores[n % 2 === 0 ? 0 : 1]))
    const admissions = await Promise.all(asked)
    const admitted = admissions.filter(({ kind }) => kind === 'admitted')
    expect(admitted).toHaveLength(1)
    const refused = admissions.filter(({ kind }) => kind === 'refused')
    expect(refused).toHaveLength(19)
    for (const each of refused) expect(each).toMatchObject(taken(admitted[0]?.reference ?? ''))
    expect(await trial().balance(payer)).toMatchObject({ held: inr('4') })
    if (stores[1] !== stores[0]) await stores[1].close()
  })

  it('keeps the unique key of a call that was answered, also when its answer is no longer kept', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().pay(payer, inr('4'), order)
    expect(await trial().admit(payer, order)).toMatchObject(taken(call.reference))
    trial().clock.advance(8 * 86_400_000)
    await trial().store.billing.purge(trial().at - 7 * 86_400_000)
    expect(await trial().admit(payer, order)).toMatchObject(taken(call.reference))
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
  })

  it('decides the request id first', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().pay(payer, inr('4'), { ...order, requestId: 'once' })
    const repeated = { ...order, requestId: 'once' }
    expect(await trial().admit(payer, repeated)).toMatchObject({ kind: 'replay', reference: call.reference })
    expect(await trial().admit(payer, { ...repeated, fingerprint: 'another' })).toMatchObject({
      code: 'REQUEST_ID_REUSED',
    })
  })

  it.each(['none', 'failed', 'refused'] as const)('frees the unique key of a call that ended %s', async (outcome) => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, { ...order, requestId: 'first' })
    const response = outcome === 'none' ? { status: 404, body: BYTES } : null
    await trial().settle(call, { outcome, response })
    const next = await trial().hold(payer, order)
    expect(await trial().admit(payer, order)).toMatchObject(taken(next.reference))
    if (outcome === 'none')
      expect(await trial().admit(payer, { ...order, requestId: 'first' })).toMatchObject({ kind: 'replay' })
    expect(await trial().balance(payer)).toMatchObject({ held: inr('4') })
  })

  it('claims none for a call that was not admitted', async () => {
    const payer = await trial().payer(inr('3'))
    expect(await trial().admit(payer, order)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await trial().admit(payer, { ...order, price: inr('3') })).toMatchObject({ kind: 'admitted' })
  })

  it('reuses the unique key of an abandoned read, and not of a marked write', async () => {
    const payer = await trial().payer(inr('10'))
    const left = await trial().hold(payer, order)
    trial().clock.advance(LEASE_MS + 1)
    const next = await trial().hold(payer, order)
    expect(await trial().settle(left, { charged: inr('4') })).toEqual({ kind: 'lost' })
    const { accountId, environment } = payer
    const marked = { accountId, environment, at: trial().at, reference: next.reference, epoch: next.epoch ?? 0 }
    const write = { operation: 'submit', provider: 'press', input: '{}' }
    await trial().store.billing.dispatch({ kind: 'dispatch', ...marked, ...write })
    trial().clock.advance(LEASE_MS + 1)
    expect(await trial().admit(payer, order)).toMatchObject(taken(next.reference))
    expect(await trial().balance(payer)).toMatchObject({ held: inr('4') })
  })

  it('is apart for each account and environment, and for each value', async () => {
    const [payer, other] = [await trial().payer(inr('10')), await trial().payer(inr('10'))]
    await trial().pay(payer, inr('4'), order)
    const owner = { accountId: payer.accountId, environment: 'sandbox' } as const
    const { key } = await trial().store.keys.create(owner)
    for (const asked of [
      trial().admit(other, order),
      trial().admit({ ...owner, key }, { ...order, price: zero }),
      trial().admit(payer, { ...order, uniqueKey: 'place-order/A-1002' }),
      trial().admit(payer, { price: inr('1') }),
    ])
      expect(await asked).toMatchObject({ kind: 'admitted' })
  })
}
