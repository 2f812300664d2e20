import { inr, type MoveReservation, type Store } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openStore } from '../../test/store-bench.ts'

const environment = 'production'
const actor = 'asha'

describe.each(ENGINES)('moves out of an external wallet on %s', (_, make) => {
  const clock = manualClock()
  let place: TestDatabase
  let store: Store
  let family: { readonly from: string; readonly to: string }
  beforeAll(async () => {
    place = await make()
    store = await openStore(place, { clock })
    await store.useWallet('acme', { credits: true })
    const { id: from } = await store.accounts.create({ name: 'Parent', role: 'distributor' })
    const { id: to } = await store.accounts.create({ name: 'Child', role: 'retailer', parentId: from })
    family = { from, to }
  })
  afterAll(async () => {
    expect((await store.ledger.verify()).broken).toEqual([])
    await store.close()
    await place.drop()
  })

  const now = () => clock.now().getTime()
  const steps = async () =>
    (await store.walletTasks.list({ cursor: null, limit: 100 })).items.map(
      ({ reference, step, amount }) => `${step} ${reference} ${amount}`,
    )
  /** What the kernel writes before it asks the wallet. */
  const reserved = async (id: string, amount = inr('10')): Promise<MoveReservation> => {
    const until = now() + 600_000
    const task = {
      accountId: family.from,
      environment,
      reference: id,
      step: 'release',
      amount,
      at: now(),
      nextAt: until,
    }
    await store.walletTasks.add({ ...task, environment, step: 'release' })
    return { id, amount, until }
  }
  const allot = (reservation: MoveReservation | undefined, reference: string, amount = inr('10')) =>
    store.allotments.allot({ ...family, environment, amount, reference, actor, reserved: reservation })

  it('take what is reserved for them, and put the capture in the place of its release', async () => {
    expect(await allot(await reserved('m1'), 'one')).toMatchObject({ allotted: true, from: { balance: 0 } })
    const id = (await steps()).find((step) => step.startsWith('credit'))?.split(' ')[1]
    expect(await steps()).toEqual([`capture m1 ${inr('10')}`, `credit ${id} ${inr('10')}`])
  })

  it('are refused without a reservation, with one that is too small, and the second time', async () => {
    const before = await steps()
    await expect(allot(undefined, 'two')).rejects.toMatchObject({ code: 'ALLOTMENT_TOO_HIGH' })
    await expect(allot(await reserved('m2'), 'two', inr('11'))).rejects.toMatchObject({ code: 'ALLOTMENT_TOO_HIGH' })
    expect(await allot(await reserved('m3'), 'one')).toMatchObject({ allotted: false })
    expect((await steps()).filter((step) => !/m[23]/.test(step))).toEqual(before)
  })

  it('are refused whole where the reservation was released, or is about to be', async () => {
    const late = await reserved('m4')
    clock.advance(600_000)
    await store.walletTasks.claim(now(), { limit: 100, leaseUntil: now() + 30_000 })
    const before = await steps()
    await expect(allot(late, 'four')).rejects.toMatchObject({ code: 'WALLET_RESERVATION_ENDED' })
    const gone = await reserved('m5')
    await store.walletTasks.done([{ reference: 'm5', step: 'release' }])
    await expect(allot(gone, 'five')).rejects.toMatchObject({ code: 'WALLET_RESERVATION_ENDED' })
    expect(await steps()).toEqual(before)
  })
})
