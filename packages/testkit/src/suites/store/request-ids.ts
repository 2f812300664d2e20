import { inr, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

const DAY_MS = 86_400_000
/** Bytes that no text encoding returns unchanged by accident. */
const ODD_BYTES = Uint8Array.of(0x7b, 0x22, 0xe0, 0xa4, 0x85, 0x00, 0xff, 0x22, 0x7d)

/** What the same request id means again (decisions.md section 2). */
export function requestIdTests(trial: () => StoreTrial): void {
  const again = { requestId: 'order-17', price: inr('4') }

  it('lets one of 20 calls with the same id in, and the rest wait for it', async () => {
    const payer = await trial().payer(inr('100'))
    const admissions = await Promise.all(Array.from({ length: 20 }, () => trial().admit(payer, again)))
    const admitted = admissions.filter(({ kind }) => kind === 'admitted')
    expect(admitted).toHaveLength(1)
    const running = admissions.filter(({ kind }) => kind === 'running')
    expect(running).toHaveLength(19)
    for (const each of running) expect(each.reference).toBe(admitted[0]?.reference)
    expect(await trial().balance(payer)).toMatchObject({ held: inr('4') })
  })

  it('replays the very bytes that were stored, without charge', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    await trial().settle(call, { charged: inr('4'), response: { status: 200, body: ODD_BYTES } })
    const replay = await trial().admit(payer, again)
    expect(replay).toMatchObject({ kind: 'replay', outcome: 'answer', reference: call.reference, status: 200 })
    expect(replay.kind === 'replay' && Buffer.from(replay.body).equals(Buffer.from(ODD_BYTES))).toBe(true)
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('6'), held: zero, available: inr('6') })
  })

  it('replays for an empty wallet too', async () => {
    const payer = await trial().payer(inr('4'))
    await trial().pay(payer, inr('4'), again)
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'replay' })
  })

  it('refuses the id for another request, and reveals nothing of the first', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().pay(payer, inr('4'), again)
    const reused = await trial().admit(payer, { ...again, fingerprint: 'another' })
    expect(reused).toMatchObject({ kind: 'refused', code: 'REQUEST_ID_REUSED' })
    expect(reused).not.toHaveProperty('body')
    expect(reused.reference).not.toBe(call.reference)
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
  })

  it('keeps a definite no, and answers it again for nothing', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    await trial().settle(call, { outcome: 'none', response: { status: 404, body: ODD_BYTES } })
    const replay = { kind: 'replay', outcome: 'none', status: 404, reference: call.reference }
    expect(await trial().admit(payer, again)).toMatchObject(replay)
    expect((await trial().balance(payer)).balance).toBe(inr('10'))
  })

  it.each(['failed', 'refused'] as const)('frees the id of a call that ended %s', async (outcome) => {
    const payer = await trial().payer(inr('10'))
    await trial().settle(await trial().hold(payer, again), { outcome })
    expect(await trial().admit(payer, { ...again, fingerprint: 'another' })).toMatchObject({ kind: 'admitted' })
  })

  it('frees the id of a call that was not admitted', async () => {
    const payer = await trial().payer(inr('3'))
    expect(await trial().admit(payer, again)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await trial().admit(payer, { ...again, price: inr('3'), fingerprint: 'another' })).toMatchObject({
      kind: 'admitted',
    })
  })

  it('runs the id of another account, and of the other environment, as new', async () => {
    const [payer, other] = [await trial().payer(inr('10')), await trial().payer(inr('10'))]
    await trial().pay(payer, inr('4'), again)
    expect(await trial().admit(other, again)).toMatchObject({ kind: 'admitted' })
    const owner = { accountId: payer.accountId, environment: 'sandbox' } as const
    const { key } = await trial().store.keys.create(owner)
    expect(await trial().admit({ ...owner, key }, again)).toMatchObject({ kind: 'admitted' })
  })

  it('replays to another key of the same account and environment', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().pay(payer, inr('4'), again)
    const { accountId, environment } = payer
    const { key } = await trial().store.keys.create({ accountId, environment })
    expect(await trial().admit({ ...payer, key }, again)).toMatchObject({ kind: 'replay' })
  })

  it('finds its own hold when an admit is sent twice', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    const repeated = await trial().admit(payer, { ...again, reference: call.reference, alreadyCounted: true })
    expect(repeated).toMatchObject({ kind: 'admitted', epoch: call.epoch })
    expect(await trial().balance(payer)).toMatchObject({ held: inr('4') })
  })

  it('finds a call by its claim and by its reference, for its own account only', async () => {
    const [payer, other] = [await trial().payer(inr('10')), await trial().payer(inr('10'))]
    const { reference } = await trial().pay(payer, inr('4'), again)
    const { billing } = trial().store
    const found = await billing.find(payer, { reference })
    expect(found?.call).toMatchObject({ reference, requestId: 'order-17', endpoint: 'bank-ifsc-details' })
    expect(found?.response).not.toBeNull()
    expect((await billing.find(payer, { claim: found?.call.claim ?? '' }))?.call.reference).toBe(reference)
    expect(await billing.find(other, { reference })).toBeNull()
    expect(await billing.find({ ...payer, environment: 'sandbox' }, { reference })).toBeNull()
    expect(await billing.find(payer, { reference: 'nothing' })).toBeNull()
  })

  it('refuses an id whose answer is no longer kept', async () => {
    const payer = await trial().payer(inr('10'))
    const { reference } = await trial().pay(payer, inr('4'), again)
    trial().clock.advance(8 * DAY_MS)
    const kept = await trial().pay(payer, inr('1'), { requestId: 'order-18' })
    expect(await trial().store.billing.purge(trial().at - 7 * DAY_MS)).toBeGreaterThanOrEqual(1)
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'refused', code: 'REQUEST_ID_EXPIRED' })
    expect((await trial().store.billing.findByReference(reference))?.response).toBeNull()
    expect(await trial().admit(payer, { requestId: 'order-18' })).toMatchObject({
      kind: 'replay',
      reference: kept.reference,
    })
    expect((await trial().balance(payer)).balance).toBe(inr('5'))
  })

  it('notifies waiters once a call is settled, and not before', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    let told = false
    // Longer than the test may take: it ends because the call settles, or not at all.
    const waiting = trial()
      .store.billing.waitFor(call.reference, 10 * 60_000)
      .then(() => {
        told = true
      })
    await trial().pay(payer, inr('1'))
    expect(told).toBe(false)
    await trial().settle(call, { charged: inr('4') })
    await waiting
    await trial().store.billing.waitFor(call.reference, 10 * 60_000)
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'replay' })
  })

  it('stops waiting for a call that goes on', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    await trial().store.billing.waitFor(call.reference, 20)
    expect(await trial().phase(call.reference)).toBe('held')
  })
}
