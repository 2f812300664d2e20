import { inr, minus, priceOf, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** Holding, capturing and releasing the price of calls. */
export function admissionTests(trial: () => StoreTrial): void {
  it('holds the price, and captures it when the call answers', async () => {
    const payer = await trial().payer(inr('10'))
    const admission = await trial().admit(payer, { price: inr('4') })
    expect(admission).toMatchObject({ kind: 'admitted', epoch: 1, available: inr('6') })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('10'), held: inr('4'), available: inr('6') })
    const call = { payer, reference: admission.reference, epoch: 1 }
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('6'), held: zero, available: inr('6') })
    expect((await trial().store.billing.findByReference(call.reference))?.call).toMatchObject({
      phase: 'answered',
      charged: inr('4'),
      status: 200,
    })
  })

  it.each(['none', 'failed', 'refused'] as const)('releases the whole hold if the outcome is %s', async (outcome) => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, { price: inr('4') })
    await trial().settle(call, { outcome })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('10'), held: zero, available: inr('10') })
  })

  it('releases the whole hold for an answer that is not billable', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().settle(await trial().hold(payer, { price: inr('4') }), { outcome: 'answer', charged: zero })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('10'), held: zero, available: inr('10') })
  })

  it('admits and settles a single-phase call in one transaction, and replays its answer', async () => {
    const payer = await trial().payer(inr('10'))
    const requestId = 'at-once'
    const body = new TextEncoder().encode('{"at":"once"}')
    const ask = () => {
      const reference = trial().ids.next()
      const call = { payer, reference, epoch: 1 }
      const settle = () => trial().settleOperation(call, { charged: inr('4'), response: { status: 200, body } })
      return trial().admit(payer, { reference, requestId, price: inr('4'), settle })
    }
    // Several: the second and third find the wallet and the key as the store has written them.
    expect(await ask()).toMatchObject({ kind: 'admitted', available: inr('6') })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('6'), held: zero, available: inr('6') })
    const replay = await ask()
    expect(replay).toMatchObject({ kind: 'replay', status: 200 })
    expect('body' in replay && new TextDecoder().decode(replay.body)).toBe('{"at":"once"}')
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
    expect((await trial().store.ledger.verify()).broken).toEqual([])
  })

  it('ends nothing of a call that it does not admit', async () => {
    const payer = await trial().payer(inr('3'))
    let ended = 0
    const settle = () => {
      ended += 1
      throw new Error('it was not let in')
    }
    expect(await trial().admit(payer, { price: inr('4'), settle })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(ended).toBe(0)
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('3'), held: zero, available: inr('3') })
  })

  it('settles a call once: the same settle again charges nothing more', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().pay(payer, inr('4'))
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'done' })
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
  })

  it('lets free calls in with an empty wallet', async () => {
    const payer = await trial().payer(zero)
    await trial().pay(payer, zero)
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero, available: zero })
  })

  it('admits a call that costs all there is, and refuses one that costs a paisa more', async () => {
    const payer = await trial().payer(inr('5'))
    const before = await trial().balance(payer)
    expect(await trial().admit(payer, { price: inr('5.01') })).toMatchObject({
      kind: 'refused',
      code: 'INSUFFICIENT_BALANCE',
    })
    expect(await trial().balance(payer)).toEqual(before)
    expect(await trial().admit(payer, { price: inr('5') })).toMatchObject({ kind: 'admitted', available: zero })
  })

  it('counts open holds against the balance', async () => {
    const payer = await trial().payer(inr('5'))
    await trial().hold(payer, { price: inr('4') })
    expect(await trial().admit(payer, { price: inr('2') })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })

  it('admits exactly 10 of 64 concurrent calls with funds for 10', async () => {
    const payer = await trial().payer(inr('10'))
    const admissions = await Promise.all(Array.from({ length: 64 }, () => trial().admit(payer, { price: inr('1') })))
    const admitted = admissions.filter(({ kind }) => kind === 'admitted')
    expect(admitted).toHaveLength(10)
    for (const refused of admissions.filter(({ kind }) => kind !== 'admitted'))
      expect(refused).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_BALANCE' })
    await Promise.all(
      admitted.map(({ reference }) => trial().settle({ payer, reference, epoch: 1 }, { charged: inr('1') })),
    )
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero, available: zero })
  })

  it('pays commission out of the charge, to a micro-rupee', async () => {
    const [payer, agent] = [await trial().payer(inr('10')), await trial().payer(zero)]
    const before = await trial().store.ledger.verify()
    const legs = [
      { accountId: agent.accountId, amount: priceOf(333_333) },
      { accountId: payer.accountId, amount: priceOf(1) },
    ]
    await trial().pay(payer, inr('4'), { legs })
    const after = await trial().store.ledger.verify()
    expect(after).toMatchObject({ ok: true, broken: [] })
    // Out of the wallet, to two payees, and the rest to the platform.
    expect(after.entries - before.entries).toBe(4)
    expect((await trial().balance(payer)).balance).toBe(minus(inr('10'), inr('4')))
    expect((await trial().balance(agent)).balance).toBe(zero)
  })

  it('stores nothing of a call without a claim', async () => {
    const payer = await trial().payer(inr('10'))
    const admission = await trial().admit(payer, { claim: null })
    expect(admission).toMatchObject({ kind: 'admitted', epoch: null, available: inr('10') })
    await trial().settle({ payer, reference: admission.reference, epoch: null }, { counted: false })
    expect(await trial().store.billing.findByReference(admission.reference)).toBeNull()
    const { accountId, environment } = payer
    expect((await trial().store.usage.counts(accountId, environment, trial().clock.now())).total).toBe(0)
  })

  it('refuses the next call of a revoked key', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().store.keys.revoke(payer.key.id)
    expect(await trial().admit(payer, { price: inr('1') })).toMatchObject({ kind: 'refused', code: 'INVALID_API_KEY' })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('10'), held: zero, available: inr('10') })
  })

  it('settles a call whose key was revoked while it ran', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, { price: inr('4') })
    await trial().store.keys.revoke(payer.key.id)
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'done' })
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
  })

  it('refuses a key past its day', async () => {
    const payer = await trial().payer(inr('10'))
    const { accountId, environment } = payer
    const expiresAt = new Date(trial().at + 60_000)
    const { key } = await trial().store.keys.create({ accountId, environment, expiresAt })
    expect(await trial().admit({ ...payer, key })).toMatchObject({ kind: 'admitted' })
    trial().clock.advance(60_000)
    expect(await trial().admit({ ...payer, key })).toMatchObject({ kind: 'refused', code: 'INVALID_API_KEY' })
  })

  it('asks for a key to be identified again when it has changed', async () => {
    const payer = await trial().payer(inr('10'))
    const rotated = await trial().store.keys.rotate(payer.key.id, 0)
    expect(await trial().admit(payer)).toMatchObject({ kind: 'refused', code: 'KEY_CHANGED' })
    expect(await trial().admit({ ...payer, key: rotated.key })).toMatchObject({ kind: 'admitted' })
  })

  it('refuses the calls of an account as long as it is suspended', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().store.accounts.setStatus(payer.accountId, 'suspended')
    expect(await trial().admit(payer)).toMatchObject({ kind: 'refused', code: 'ACCOUNT_SUSPENDED' })
    await trial().store.accounts.setStatus(payer.accountId, 'active')
    expect(await trial().admit(payer)).toMatchObject({ kind: 'admitted' })
  })
}
