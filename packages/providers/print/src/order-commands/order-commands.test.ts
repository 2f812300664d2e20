import { inr } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { printShop, RECIPIENT } from '../../test/print-shop.ts'
import { OrderStatus } from '../contract.ts'
import { MOVES } from '../order-moves.ts'
import { moveCommand } from './move-command.ts'

let shop: Awaited<ReturnType<typeof printShop>>
beforeEach(async () => {
  shop = await printShop()
  await shop.document('licence')
})
afterEach(() => shop.host.stop())

describe('parakh print move', () => {
  it('moves an order and answers its new state, its event told', async () => {
    const id = await shop.placed()
    await shop.command('move', { id, to: 'processing' })
    await shop.command('move', { id, to: 'printed' })
    const shipped = await shop.command('move', { id, to: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    expect(shipped).toEqual({ order_id: id, status: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    expect((await shop.get(id)).data).toMatchObject({ status: 'shipped', courier: 'India Post', tracking: 'XX1IN' })
    expect((await shop.events()).map(({ status }) => status)).toEqual(['processing', 'printed', 'shipped'])
  })

  it('refuses every move that the states do not allow, and says which they do', async () => {
    for (const from of OrderStatus.options) {
      const id = await shop.placed()
      await shop.tell(id, { status: from })
      const before = await shop.events()
      const wrong = OrderStatus.options.filter((to) => to !== from && !MOVES[from].includes(to))
      for (const to of wrong) {
        const allowed = MOVES[from].join(', ') || 'none, it is done'
        expect(await shop.refusal('move', { id, to })).toBe(
          `ORDER_MOVE_NOT_ALLOWED: The order ${id} is ${from}: it cannot become ${to}. Allowed: ${allowed}`,
        )
      }
      expect(await shop.statusOf(id)).toBe(from)
      expect(await shop.events()).toEqual(before)
    }
  })

  it('does nothing where the same is said again, and takes a new number of the parcel', async () => {
    const id = await shop.placed()
    await shop.tell(id, { status: 'shipped', tracking: 'XX1IN' })
    expect(await shop.command('move', { id, to: 'shipped' })).toMatchObject({ status: 'shipped', tracking: 'XX1IN' })
    expect(await shop.events()).toHaveLength(1)
    await shop.command('move', { id, to: 'shipped', tracking: 'XX2IN' })
    expect((await shop.get(id)).data).toMatchObject({ tracking: 'XX2IN' })
    await shop.tell(id, { status: 'delivered' })
    expect(await shop.command('move', { id, to: 'delivered' })).toMatchObject({ status: 'delivered' })
  })

  it.each(['failed', 'cancelled'])('returns what an order cost that is moved to %s, once', async (to) => {
    const before = (await shop.balance()).balance
    const id = await shop.placed({ quantity: 3, shipping_method: 'express' })
    await shop.command('move', { id, to })
    await shop.command('move', { id, to })
    expect((await shop.balance()).balance).toBe(before)
    expect((await shop.store.ledger.verify()).broken).toEqual([])
  })

  it('says that there is no such order, and takes no other call for one', async () => {
    expect(await shop.refusal('move', { id: 'nothing', to: 'printed' })).toBe(
      'ORDER_UNKNOWN: No order has the id "nothing"',
    )
    const { application_no } = Object((await shop.document('other')).body)
    expect(await shop.refusal('move', { id: application_no, to: 'printed' })).toMatch(/^ORDER_UNKNOWN/)
    expect(await shop.refusal('show', { id: application_no })).toMatch(/^ORDER_UNKNOWN/)
  })

  it('says where the order stands when somebody was faster', async () => {
    const id = await shop.placed()
    const { billing } = shop.store
    const deliver = async () => void (await shop.tell(id, { status: 'cancelled' }))
    const services = { billing, store: shop.store, asyncResults: { deliver } }
    const moved = moveCommand.run({ args: { id, to: 'processing' }, progress: () => undefined, services })
    await expect(moved).rejects.toThrow(/is cancelled: it cannot become processing/)
  })
})

describe('parakh print orders and show', () => {
  it('list what is to be done over all accounts, the oldest first, without a name', async () => {
    const mine = await shop.placed({ quantity: 2 })
    const moved = await shop.placed()
    await shop.tell(moved, { status: 'printed' })
    shop.clock.advance(1_000)
    const stranger = await shop.stranger()
    await shop.document('theirs', stranger)
    const theirs = Object((await shop.place({ document_ref: 'theirs' }, stranger)).data).order_id
    const open = await shop.command('orders', {})
    expect(open).toEqual({
      orders: [
        {
          ...{ order_id: mine, account_id: shop.account.id, status: 'created', product_code: 'PVC_DL', quantity: 2 },
          ...{ shipping_method: 'standard', placed_at: '2026-01-15T04:30:00.000Z' },
        },
        expect.objectContaining({ order_id: theirs, placed_at: '2026-01-15T04:30:01.000Z' }),
      ],
    })
    expect(JSON.stringify(open)).not.toMatch(/asha/i)
    expect(await shop.command('orders', { status: 'printed' })).toMatchObject({ orders: [{ order_id: moved }] })
    expect(await shop.command('orders', { environment: 'sandbox' })).toEqual({ orders: [] })
  })

  it('list more orders than fit on a page of the store', async () => {
    const { id: accountId } = shop.account
    const amount = inr('9999')
    await shop.store.wallet.credit({ accountId, environment: 'production', amount, reference: 'more', actor: 'test' })
    for (let count = 0; count < 101; count += 1) await shop.placed()
    const { orders } = (await shop.command('orders', {})) as { orders: { order_id: string }[] }
    expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(101)
  })

  it('show everything that it takes to print and post an order', async () => {
    const id = await shop.placed({ notes: 'Ring twice', client_order_id: 'A-1' })
    expect(await shop.command('show', { id })).toMatchObject({
      order_id: id,
      account_id: shop.account.id,
      environment: 'production',
      client_order_id: 'A-1',
      status: 'created',
      allowed_moves: ['processing', 'on_hold', 'cancelled', 'failed'],
      amount: 100,
      recipient: RECIPIENT,
      notes: 'Ring twice',
      document: {
        endpoint: 'dl-print',
        answer: { name: 'ASHA RAO', pdf_url: expect.stringContaining('archive.card') },
      },
    })
    shop.clock.advance(8 * 86_400_000)
    await shop.store.billing.purge(shop.clock.now().getTime() - 7 * 86_400_000)
    expect(await shop.command('show', { id })).toMatchObject({ recipient: RECIPIENT, document: { answer: null } })
  })
})
