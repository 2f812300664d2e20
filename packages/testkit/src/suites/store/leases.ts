import { inr, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { LEASE_MS, type StoreTrial, WIDE_LIMITS } from './store-trial.ts'

const OTHER_OWNER = 'process-2'
const RACES = 6

/** Holds that outlive their owner, and writes whose outcome is unknown (reliability.md section 2). */
export function leaseTests(trial: () => StoreTrial): void {
  const again = { requestId: 'order-17', price: inr('4') }

  it('releases a read whose lease ended, and not a moment before', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    await trial().store.billing.sweep(trial().at + LEASE_MS - 1)
    expect(await trial().phase(call.reference)).toBe('held')
    trial().clock.advance(LEASE_MS)
    expect(await trial().store.billing.sweep(trial().at)).toBeGreaterThanOrEqual(1)
    expect(await trial().phase(call.reference)).toBe('released')
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('10'), held: zero, available: inr('10') })
    expect(await trial().admit(payer, { ...again, fingerprint: 'another' })).toMatchObject({ kind: 'admitted' })
  })

  it('discards a success that comes after its hold was released', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    trial().clock.advance(LEASE_MS)
    await trial().store.billing.sweep(trial().at)
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'lost' })
    expect((await trial().balance(payer)).balance).toBe(inr('10'))
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'admitted' })
  })

  it('lets the same id run again when its lease ended, swept or not, and fences the first off', async () => {
    const payer = await trial().payer(inr('10'))
    const first = await trial().hold(payer, again)
    trial().clock.advance(LEASE_MS)
    const second = await trial().hold(payer, again)
    expect(second.reference).not.toBe(first.reference)
    expect(await trial().settle(first, { charged: inr('4') })).toEqual({ kind: 'lost' })
    expect(await trial().settle(second, { charged: inr('4') })).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('6'), held: zero, available: inr('6') })
  })

  it('takes an expired call off the calls in flight of the key that made it', async () => {
    const payer = await trial().payer(inr('10'))
    const { accountId, environment } = payer
    const other = { ...payer, key: (await trial().store.keys.create({ accountId, environment })).key }
    const limits = { ...WIDE_LIMITS, inFlight: 1 }
    await trial().hold(payer, { ...again, limits })
    trial().clock.advance(LEASE_MS)
    await trial().hold(other, { ...again, limits })
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted' })
    expect(await trial().admit(other, { limits })).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })

  it('releases the reads of a dead process whatever their lease, and keeps its own', async () => {
    const payer = await trial().payer(inr('10'))
    const [gone, own] = [
      await trial().hold(payer, { price: inr('1'), owner: OTHER_OWNER }),
      await trial().hold(payer, { price: inr('1'), owner: 'process-1' }),
    ]
    await trial().store.billing.sweep(trial().at, { goneOwner: { except: 'process-1' } })
    expect(await trial().phase(gone.reference)).toBe('released')
    expect(await trial().phase(own.reference)).toBe('held')
  })

  it('lists the marked writes of a dead process whatever their lease, and keeps its own', async () => {
    const payer = await trial().payer(inr('10'))
    const [gone, own] = [
      await trial().hold(payer, { price: inr('1'), owner: OTHER_OWNER }),
      await trial().hold(payer, { price: inr('1'), owner: 'process-1' }),
    ]
    for (const call of [gone, own]) await trial().dispatch(call)
    await trial().store.billing.sweep(trial().at, { goneOwner: { except: 'process-1' } })
    const listed = (await trial().store.billing.unresolved(trial().at, 100)).map(({ reference }) => reference)
    expect(listed).toContain(gone.reference)
    expect(listed).not.toContain(own.reference)
    for (const call of [gone, own]) expect(await trial().settle(call, { charged: inr('1') })).toEqual({ kind: 'done' })
  })

  it('keeps the hold of a write that was marked, and lists it once its lease ended', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    expect(await trial().dispatch(call)).toEqual({ kind: 'done' })
    const listed = async () =>
      (await trial().store.billing.unresolved(trial().at, 100)).filter(({ reference }) => reference === call.reference)
    expect(await listed()).toEqual([])
    trial().clock.advance(LEASE_MS)
    await trial().store.billing.sweep(trial().at)
    await trial().store.billing.sweep(trial().at, { goneOwner: { except: OTHER_OWNER } })
    expect(await trial().balance(payer)).toMatchObject({ held: inr('4') })
    expect(await listed()).toMatchObject([{ phase: 'dispatched', operation: 'submit', provider: 'acme#0', epoch: 1 }])
    expect((await trial().store.billing.findByReference(call.reference))?.input).toBe('{"question":"whole"}')
  })

  it('says that the outcome of a marked write is unknown, and does not run it again', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().dispatch(await trial().hold(payer, again))
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'running' })
    trial().clock.advance(LEASE_MS)
    const unknown = await trial().admit(payer, again)
    expect(unknown).toMatchObject({ kind: 'refused', code: 'OUTCOME_UNKNOWN' })
    expect(unknown.kind === 'refused' && (unknown.retryAfter ?? 0)).toBeGreaterThan(0)
  })

  it('gives a marked write to the first process that takes it over, and fences off its old owner', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    await trial().dispatch(call)
    trial().clock.advance(LEASE_MS)
    const { billing } = trial().store
    const taken = await Promise.all(
      Array.from({ length: 4 }, () => billing.takeOver(call.reference, 1, OTHER_OWNER, trial().at + LEASE_MS)),
    )
    expect(taken.filter((epoch) => epoch !== null)).toEqual([2])
    expect(await billing.unresolved(trial().at, 100)).not.toContainEqual(
      expect.objectContaining({ reference: call.reference }),
    )
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'lost' })
    expect(await trial().dispatch(call)).toEqual({ kind: 'lost' })
    expect(await trial().settle({ ...call, epoch: 2 }, { charged: inr('4') })).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('6'), held: zero, available: inr('6') })
    expect(await trial().admit(payer, again)).toMatchObject({ kind: 'replay' })
  })

  it.each([-1, 0, 1])('ends a call once when its answer comes %i ms from the end of its lease', async (offset) => {
    const ends = new Set<string | undefined>()
    for (let time = 0; time < RACES; time += 1) {
      const payer = await trial().payer(inr('10'))
      const call = await trial().hold(payer, { price: inr('4') })
      trial().clock.advance(LEASE_MS + offset)
      const answer = () => trial().settle(call, { charged: inr('4') })
      const sweep = () => trial().store.billing.sweep(trial().at)
      // By turns: the answer first, the sweep first, both at once.
      if (time % 3 === 1) await sweep()
      const first = answer()
      if (time % 3 === 0) await first
      const [result] = await Promise.all([first, sweep()])
      const charged = result.kind === 'done'
      const [balance, phase] = charged ? [inr('6'), 'answered'] : [inr('10'), 'released']
      // Both once more, as whoever lost an acknowledgement asks: nothing moves again.
      expect((await answer()).kind).toBe(result.kind)
      await sweep()
      expect(await trial().phase(call.reference)).toBe(phase)
      expect(await trial().balance(payer)).toMatchObject({ balance, held: zero, available: balance })
      ends.add(phase)
    }
    expect(ends).toEqual(new Set(offset < 0 ? ['answered'] : ['answered', 'released']))
  })

  it('takes over only marked writes', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, again)
    const { billing } = trial().store
    expect(await billing.takeOver(call.reference, 1, OTHER_OWNER, trial().at + LEASE_MS)).toBeNull()
    expect(await billing.takeOver('nothing', 1, OTHER_OWNER, trial().at + LEASE_MS)).toBeNull()
  })
}
