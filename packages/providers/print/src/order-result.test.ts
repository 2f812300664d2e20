import { inr } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { printShop } from '../test/print-shop.ts'

let shop: Awaited<ReturnType<typeof printShop>>
beforeEach(async () => {
  shop = await printShop()
  await shop.document('licence')
})
afterEach(() => shop.host.stop())
const told = async () => (await shop.events()).map(({ status }) => status)

describe('results of an order by signed callbacks', () => {
  it('move it from state to state, and are told each once', async () => {
    const id = await shop.placed({ client_order_id: 'A-1' })
    for (const status of ['processing', 'on_hold', 'processing', 'printed'])
      expect(await shop.tell(id, { status })).toBe('accepted')
    await shop.tell(id, { status: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    await shop.tell(id, { status: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    expect((await shop.get(id)).data).toMatchObject({ status: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    await shop.tell(id, { status: 'delivered' })
    expect((await shop.get(id)).data).toMatchObject({ status: 'delivered', tracking: 'XX1IN' })
    expect(await told()).toEqual(['processing', 'on_hold', 'processing', 'printed', 'shipped', 'delivered'])
    expect((await shop.events()).at(-1)).toEqual({
      ...{ order_id: id, client_order_id: 'A-1', status: 'delivered', estimated_dispatch: '2026-01-17' },
      ...{ courier: 'India Post', tracking: 'XX1IN' },
    })
    expect(shop.store.tables.calls.get(id)?.asyncState).toBe('completed')
  })

  it('are refused without a genuine signature', async () => {
    const id = await shop.placed()
    expect(await shop.tell(id, { status: 'failed' }, 'another secret')).toBe('refused')
    expect(await shop.statusOf(id)).toBe('created')
  })

  it('are not taken for an order that there is not', async () => {
    expect(await shop.tell('nothing', { status: 'failed' })).toBe('unknown')
  })

  it('pass through the states that nobody told of', async () => {
    const id = await shop.placed()
    await shop.tell(id, { status: 'shipped', tracking: 'XX1IN' })
    expect((await shop.get(id)).data).toMatchObject({ status: 'shipped', tracking: 'XX1IN' })
    expect(await told()).toEqual(['shipped'])
  })

  it('tell a new number of the parcel, and keep what they leave out', async () => {
    const id = await shop.placed()
    await shop.tell(id, { status: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    await shop.tell(id, { status: 'shipped', courier: '', tracking: 'XX2IN' })
    expect((await shop.get(id)).data).toMatchObject({ courier: 'India Post', tracking: 'XX2IN' })
    expect(await told()).toEqual(['shipped', 'shipped'])
  })

  it.each([
    ['shipped', ['processing', 'printed', 'on_hold', 'created', 'cancelled']],
    ['printed', ['processing', 'on_hold', 'cancelled']],
    ['on_hold', ['created']],
    ['delivered', ['shipped', 'returned', 'failed', 'cancelled']],
    ['returned', ['delivered', 'shipped', 'failed']],
  ])('that come late to an order that is %s neither break nor move it: %j', async (status, late) => {
    const id = await shop.placed()
    await shop.tell(id, { status, tracking: 'XX1IN' })
    const before = await shop.balance()
    for (const old of late) expect(await shop.tell(id, { status: old })).toBe('accepted')
    expect((await shop.get(id)).data).toMatchObject({ status, tracking: 'XX1IN' })
    expect(await told()).toEqual([status])
    expect(await shop.balance()).toEqual(before)
  })

  it('that no move leads to are logged, without name or address', async () => {
    const id = await shop.placed()
    await shop.tell(id, { status: 'shipped' })
    await shop.tell(id, { status: 'processing' })
    const facts = { order: id, stands: 'shipped', said: 'processing' }
    expect(shop.logger.of('print.result_ignored')).toMatchObject([{ level: 'warn', facts }])
    expect(shop.logger.text()).not.toMatch(/asha|lake view|6000000001/i)
  })

  it.each(['failed', 'cancelled'])('give back what an order cost that %s, once', async (status) => {
    const before = (await shop.balance()).balance
    const id = await shop.placed({ quantity: 3, shipping_method: 'express' })
    expect((await shop.balance()).balance).toBe(before - inr('260'))
    await Promise.all(Array.from({ length: 5 }, () => shop.tell(id, { status })))
    expect(await shop.statusOf(id)).toBe(status)
    expect((await shop.balance()).balance).toBe(before)
    expect(await told()).toEqual([status])
    expect((await shop.store.ledger.verify()).broken).toEqual([])
  })

  it('keep the price of an order that came back', async () => {
    const before = (await shop.balance()).balance
    const id = await shop.placed()
    await shop.tell(id, { status: 'returned' })
    expect(await shop.statusOf(id)).toBe('returned')
    expect((await shop.balance()).balance).toBe(before - inr('100'))
  })

  it('have one order after another where two contradict each other', async () => {
    const id = await shop.placed()
    await Promise.all([shop.tell(id, { status: 'failed' }), shop.tell(id, { status: 'shipped' })])
    expect(await shop.statusOf(id)).toBe('failed')
    expect(shop.store.tables.calls.get(id)).toMatchObject({ asyncState: 'failed', refunded: inr('100') })
  })
})

describe('results of an order by polling', () => {
  it('catch up with what was missed, and say nothing while nothing is new', async () => {
    const id = await shop.placed()
    await shop.host.start()
    const polled = async () => {
      const before = shop.store.tables.jobs.size
      shop.clock.advance(3_601_000)
      await vi.waitFor(() => expect(shop.store.tables.jobs.size).toBe(before + 1), { timeout: 60_000 })
    }
    await polled()
    expect(await told()).toEqual([])
    shop.fulfilment.state.stands = { status: 'shipped', tracking: 'XX1IN' }
    await polled()
    expect((await shop.get(id)).data).toMatchObject({ status: 'shipped', tracking: 'XX1IN' })
    shop.fulfilment.state.stands = { status: 'processing' }
    await polled()
    shop.fulfilment.state.stands = { status: 'delivered' }
    shop.clock.advance(3_601_000)
    await vi.waitFor(async () => expect(await shop.statusOf(id)).toBe('delivered'), { timeout: 60_000 })
    expect(await told()).toEqual(['shipped', 'delivered'])
  })
})
