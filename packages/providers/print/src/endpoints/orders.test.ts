import { type Endpoint, ParakhError } from '@parakh/core'
import { afterAll, describe, expect, it } from 'vitest'
import { printShop } from '../../test/print-shop.ts'
import { orders } from './orders.ts'

describe.each(['sandbox', 'production'] as const)('the orders of an account in %s', async (environment) => {
  const shop = await printShop(environment)
  afterAll(() => shop.host.stop())
  await shop.document('licence')
  const placed: string[] = []
  for (let count = 0; count < 45; count += 1) placed.push(await shop.placed({ client_order_id: `A-${count}` }))

  const walk = async (limit?: number) => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page = await shop.list({ ...(limit ? { limit } : {}), ...(cursor === null ? {} : { cursor }) })
      pages.push(page.orders.map(({ order_id }) => order_id))
      cursor = page.next
    } while (cursor !== null)
    return pages
  }

  it.each([
    [undefined, [20, 20, 5]],
    [1, Array.from({ length: 45 }, () => 1)],
    [9, [9, 9, 9, 9, 9]],
    [45, [45]],
    [100, [45]],
  ])('come in pages of %s, the newest first and each once', async (limit, lengths) => {
    const pages = await walk(limit)
    expect(pages.map((page) => page.length)).toEqual(lengths)
    expect(pages.flat()).toEqual(placed.toReversed())
  })

  it('stay in their places while more are placed', async () => {
    const first = await shop.list({ limit: 10 })
    const newest = await shop.placed()
    const second = await shop.list({ limit: 10, cursor: first.next })
    const known = placed.toReversed()
    expect(first.orders.map(({ order_id }) => order_id)).toEqual(known.slice(0, 10))
    expect(second.orders.map(({ order_id }) => order_id)).toEqual(known.slice(10, 20))
    placed.push(newest)
  })

  it('are seen one by one as they are listed', async () => {
    const { orders: listed } = await shop.list({ limit: 3 })
    for (const order of listed) expect((await shop.get(order.order_id)).data).toEqual(order)
  })

  it('are nobody else’s: not to see, not to list, not to cancel', async () => {
    const stranger = await shop.stranger()
    const [id = ''] = placed
    const missing = await shop.get('nothing', stranger)
    const foreign = await shop.get(id, stranger)
    expect(foreign).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND', outcome: 'none' })
    const sayings = [foreign, missing].map(({ body }) => ({ ...Object(body), request_id: null }))
    expect(sayings[0]).toEqual(sayings[1])
    expect(await shop.list({}, stranger)).toEqual({ orders: [], next: null })
    expect(await shop.cancel(id, stranger)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
    expect(shop.fulfilment.state.cancelled).toEqual([])
    expect(await shop.statusOf(id)).toBe('created')
  })

  it('are not those of the other environment', async () => {
    const other = shop.keys[environment === 'sandbox' ? 'production' : 'sandbox']
    const [id = ''] = placed
    expect(await shop.get(id, other)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
    expect(await shop.cancel(id, other)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
    expect(await shop.list({}, other)).toEqual({ orders: [], next: null })
  })

  it('cost nothing to look at', async () => {
    const before = await shop.balance()
    await walk(20)
    await shop.get(placed[0] ?? '')
    expect(await shop.balance()).toEqual(before)
  })

  it.each([0, 101, 'many', 2.5])('are not asked by %s on a page', async (limit) => {
    const reply = await shop.host.call('orders', { limit }, shop.keys[environment])
    expect(reply).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  })
})

describe('a cursor', () => {
  const listing = (page: () => Promise<never>) => {
    const context = { request: { limit: 20 }, orders: { page }, fail: (code: string) => code }
    return (orders as Endpoint).handle(context as never)
  }

  it('that no page gave is refused, and is no fault of ours', async () => {
    const refuse = () => Promise.reject(new ParakhError('CURSOR_INVALID', 'of no page'))
    expect(await listing(refuse)).toBe('CURSOR_INVALID')
    expect(orders.errors['CURSOR_INVALID']).toMatchObject({ outcome: 'refused', status: 422 })
  })
  it('hides no other trouble', async () => {
    const broken = () => Promise.reject(new ParakhError('STORE_UNAVAILABLE', 'gone'))
    await expect(listing(broken)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })
})
