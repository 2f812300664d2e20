import { inr } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { printShop, RECIPIENT } from '../../test/print-shop.ts'

type Shop = Awaited<ReturnType<typeof printShop>>

describe.each(['sandbox', 'production'] as const)('place-order in %s', (environment) => {
  let shop: Shop
  beforeEach(async () => {
    shop = await printShop(environment)
    await shop.document('licence')
  })
  afterEach(() => shop.host.stop())

  it('charges the price of a piece times their number, and the parcel, to the paisa', async () => {
    const before = (await shop.balance()).balance
    const reply = await shop.place({ quantity: 3, shipping_method: 'express', client_order_id: 'A-1' })
    const { reference } = shop.store.tables.usage.at(-1) ?? {}
    expect(reply).toMatchObject({ status: 200, outcome: 'answer', body: { meta: { charged: 260, environment } } })
    expect(reply.data).toEqual({
      order_id: reference,
      client_order_id: 'A-1',
      product_code: 'PVC_DL',
      quantity: 3,
      status: 'created',
      unit_price: 60,
      shipping_charge: 80,
      amount: 260,
      currency: 'INR',
      created_at: '2026-01-15T04:30:00.000Z',
      estimated_dispatch: '2026-01-17',
      courier: null,
      tracking: null,
    })
    expect(await shop.balance()).toMatchObject({ balance: before - inr('260'), held: 0 })
    expect((await shop.store.ledger.verify()).broken).toEqual([])
  })

  it('places once where the same request id comes again', async () => {
    const order = { product_code: 'PVC_DL', quantity: 1, document_ref: 'licence', recipient: RECIPIENT }
    const send = () =>
      shop.host.call('place-order', { ...order, shipping_method: 'standard' }, shop.keys[environment], {
        requestId: 'once',
      })
    const [first, again] = [await send(), await send()]
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(again.body).toEqual(first.body)
    expect((await shop.list()).orders).toHaveLength(1)
  })

  it('places one order under a client_order_id, however many request ids ask at once, and names it to the others', async () => {
    const before = (await shop.balance()).balance
    const replies = await Promise.all(Array.from({ length: 20 }, () => shop.place({ client_order_id: 'PO-7' })))
    const placed = replies.filter(({ status }) => status === 200)
    expect(placed).toHaveLength(1)
    const { order_id } = Object(placed[0]?.data)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(reply).toMatchObject({
        ...{ status: 409, code: 'CLIENT_ORDER_ID_REUSED', outcome: 'refused' },
        body: { error: { ref_id: order_id, message: expect.stringContaining(order_id) }, meta: { charged: 0 } },
      })
    expect(shop.fulfilment.state.orders.length).toBe(environment === 'sandbox' ? 0 : 1)
    expect(await shop.balance()).toMatchObject({ balance: before - inr('100'), held: 0 })
    expect((await shop.list()).orders).toHaveLength(1)
  })

  it('replays an order by its request id before its client_order_id is looked at', async () => {
    const order = { product_code: 'PVC_DL', quantity: 1, document_ref: 'licence', recipient: RECIPIENT }
    const send = (requestId: string) =>
      shop.host.call(
        'place-order',
        { ...order, shipping_method: 'standard', client_order_id: 'PO-8' },
        shop.keys[environment],
        { requestId },
      )
    const first = await send('first')
    expect(await send('first')).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(await send('second')).toMatchObject({
      status: 409,
      body: { error: { ref_id: Object(first.data).order_id } },
    })
  })

  it('may use a client_order_id again whose order was refused', async () => {
    expect(await shop.place({ client_order_id: 'PO-9', quantity: 100 })).toMatchObject({ status: 402 })
    expect(await shop.place({ client_order_id: 'PO-9' })).toMatchObject({ status: 200 })
  })

  it('keeps no client_order_id of the catalogue in the sandbox, and each in production', async () => {
    const replies = [await shop.place({ client_order_id: 'A-1002' }), await shop.place({ client_order_id: 'A-1002' })]
    expect(replies.map(({ status }) => status)).toEqual(environment === 'sandbox' ? [200, 200] : [200, 409])
  })

  it.each([
    ['the request id of the call', () => 'licence'],
    ['its application_no', async (call: Promise<{ body: unknown }>) => Object((await call).body).application_no],
  ])('takes a document by %s', async (_, referenceOf) => {
    const document_ref = await referenceOf(shop.document('licence'))
    expect(await shop.place({ document_ref })).toMatchObject({ status: 200 })
  })

  it.each([
    ['that nobody made', async () => 'nothing'],
    ['of another product', async () => 'vehicle'],
    ['that was not found', async () => 'missing'],
    ['that no print call made', async () => 'listing'],
  ])('refuses a document %s, and takes nothing', async (_, documentOf) => {
    const key = shop.keys[environment]
    await shop.host.call('rc-print', { number: 'XX00AB0001' }, key, { requestId: 'vehicle' })
    await shop.document('missing', key, 'none')
    await shop.host.call('orders', {}, key, { requestId: 'listing' })
    const before = await shop.balance()
    const reply = await shop.place({ document_ref: await documentOf() })
    expect(reply).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND', outcome: 'refused' })
    expect(await shop.balance()).toEqual(before)
    expect(shop.fulfilment.state.orders).toEqual([])
  })

  it('refuses the document of another account', async () => {
    const stranger = await shop.stranger()
    const theirs = Object((await shop.document('theirs', stranger)).body).application_no
    for (const document_ref of ['theirs', theirs])
      expect(await shop.place({ document_ref })).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
    expect(await shop.place({ document_ref: theirs }, stranger)).toMatchObject({ status: 200 })
  })

  it('refuses the document of the other environment', async () => {
    const other = environment === 'sandbox' ? 'production' : 'sandbox'
    await shop.document('elsewhere', shop.keys[other])
    expect(await shop.place({ document_ref: 'elsewhere' })).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  })

  it('refuses a document of an endpoint that the key may not call', async () => {
    const keyFor = async (endpoints: readonly string[]) => {
      const made = await shop.store.keys.create({ accountId: shop.account.id, environment, endpoints })
      return { id: made.key.id, apiKey: made.key.publicId, apiSecret: made.apiSecret }
    }
    const reply = await shop.place({}, await keyFor(['place-order']))
    expect(reply).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND', outcome: 'refused' })
    expect(shop.fulfilment.state.orders).toEqual([])
    expect(await shop.place({}, await keyFor(['place-order', 'dl-print']))).toMatchObject({ status: 200 })
  })

  it.each([
    ['a line separator', 'Flat 12\u2028Baner Road'],
    ['a paragraph separator', 'Flat 12\u2029Baner Road'],
    ['an override of the direction', 'Flat 12\u202eBaner Road'],
    ['an isolate', 'Flat 12\u2066Baner Road'],
    ['the first half of a character', 'Flat 12 \ud83c'],
    ['the second half of a character', '\udfe0 Flat 12'],
  ])('wants an address without %s', async (_, address_line1) => {
    const reply = await shop.place({ recipient: { ...RECIPIENT, address_line1 } })
    expect(reply).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  })

  it.each(['फ्लैट १२, बाणेर रोड', '🏠 12', '𑂍𑂶𑂟𑂲'])('takes the address %s', async (address_line1) => {
    expect(await shop.place({ recipient: { ...RECIPIENT, address_line1 } })).toMatchObject({ status: 200 })
  })

  it('refuses a document whose answer is no longer kept', async () => {
    shop.clock.advance(8 * 86_400_000)
    await shop.store.billing.purge(shop.clock.now().getTime() - 7 * 86_400_000)
    expect(await shop.place()).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  })

  it.each(['PVC_NOTHING', 'constructor', '__proto__'])('refuses the product %s', async (product_code) => {
    const reply = await shop.place({ product_code })
    expect(reply).toMatchObject({ status: 404, code: 'PRODUCT_NOT_FOUND', outcome: 'refused' })
  })

  it('takes the documents of the catalogue in the sandbox alone', async () => {
    const reply = await shop.place({ document_ref: 'sandbox-dl-print' }, shop.keys[environment])
    expect(reply.status).toBe(environment === 'sandbox' ? 200 : 404)
  })

  it('wants the whole amount in the wallet', async () => {
    const reply = await shop.place({ quantity: 100 })
    expect(reply).toMatchObject({ status: 402, code: 'INSUFFICIENT_BALANCE' })
  })
})

describe('the fulfilment side of place-order', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await printShop()
    await shop.document('licence')
  })
  afterEach(() => shop.host.stop())

  it('is sent the order under its own id, with what the earlier call answered and nothing of the wallet', async () => {
    const id = await shop.placed({ notes: 'Ring twice', quantity: 2 })
    expect(shop.fulfilment.state.orders).toEqual([
      {
        reference: id,
        product_code: 'PVC_DL',
        quantity: 2,
        shipping_method: 'standard',
        recipient: RECIPIENT,
        client_order_id: null,
        notes: 'Ring twice',
        document: {
          reference: expect.any(String),
          endpoint: 'dl-print',
          record: expect.objectContaining({
            number: 'XX0020150000001',
            name: 'ASHA RAO',
            pdf_url: expect.stringMatching(/^https:\/\/documents\.example\/.+archive\.card$/),
            pdf_expires_in: 14 * 86_400,
          }),
        },
      },
    ])
    expect(JSON.stringify(shop.fulfilment.state.orders)).not.toMatch(/balance_left|amount/)
  })

  it('is asked while the amount is held, and not yet charged', async () => {
    const before = (await shop.balance()).balance
    const seen: unknown[] = []
    shop.fulfilment.state.meanwhile = async () => void seen.push(await shop.balance())
    await shop.place({ quantity: 3, shipping_method: 'express' })
    expect(seen).toMatchObject([{ balance: before, held: inr('260') }])
  })

  it('may have begun already, and says when the parcel leaves', async () => {
    shop.fulfilment.state.accepts = { status: 'printed', estimated_dispatch: '2026-01-16', courier: ' ' }
    const reply = await shop.place()
    expect(reply.data).toMatchObject({ status: 'printed', estimated_dispatch: '2026-01-16', courier: null })
  })

  it('says that nobody delivers there, free and permanently', async () => {
    const before = await shop.balance()
    const reply = await shop.place({ recipient: { ...RECIPIENT, pincode: '999999' } })
    expect(reply).toMatchObject({ status: 422, code: 'ADDRESS_NOT_SERVICEABLE', outcome: 'none' })
    expect(await shop.balance()).toEqual(before)
    expect((await shop.list()).orders).toEqual([])
  })

  it.each(['failed', 'cancelled'] as const)(
    'does not take the order: it says at once that it is %s',
    async (status) => {
      const before = await shop.balance()
      shop.fulfilment.state.accepts = { status }
      expect(await shop.place()).toMatchObject({ status: 422, code: 'ORDER_REJECTED', outcome: 'none' })
      expect(await shop.balance()).toEqual(before)
      expect((await shop.list()).orders).toEqual([])
    },
  )

  it('cannot be reached: nothing is charged, and the order may be sent again', async () => {
    shop.fulfilment.state.serves = false
    expect(await shop.place()).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(await shop.balance()).toMatchObject({ held: 0 })
    shop.fulfilment.state.serves = true
    expect(await shop.place()).toMatchObject({ status: 200 })
  })

  it.each([
    ['took it in', { status: 'processing' }, 'processing', '900'],
    ['has shipped it since', { status: 'shipped', tracking: 'T1' }, 'shipped', '900'],
    ['has delivered it since', { status: 'delivered' }, 'delivered', '900'],
    ['never saw it', null, null, '1000'],
  ] as const)('is asked after a lost reply, and %s', async (_, stands, status, left) => {
    const { fulfilment, clock, host } = shop
    const before = (await shop.balance()).balance
    fulfilment.state.replies = false
    fulfilment.state.stands = stands
    expect(await shop.place()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await shop.balance()).toMatchObject({ balance: before, held: inr('100') })
    clock.advance(31_000)
    await host.start()
    const expected = before - inr('1000') + inr(left)
    await vi.waitFor(async () => expect(await shop.balance()).toMatchObject({ balance: expected, held: 0 }), {
      timeout: 60_000,
    })
    expect((await shop.list()).orders.map((order) => order.status)).toEqual(status === null ? [] : [status])
    expect(fulfilment.state.orders).toHaveLength(1)
  })

  it('is asked once more about an order that ended while its call was cut off: then nobody waits for it', async () => {
    const { fulfilment, clock, host, store } = shop
    fulfilment.state.replies = false
    fulfilment.state.stands = { status: 'delivered' }
    await shop.place()
    clock.advance(31_000)
    await host.start()
    await vi.waitFor(async () => expect((await shop.list()).orders).toHaveLength(1), { timeout: 60_000 })
    const [id = ''] = (await shop.list()).orders.map(({ order_id }) => order_id)
    expect(store.tables.calls.get(id)?.asyncState).toBe('pending')
    clock.advance(3_601_000)
    await vi.waitFor(() => expect(store.tables.calls.get(id)?.asyncState).toBe('completed'), { timeout: 60_000 })
    expect(await shop.events()).toMatchObject([{ status: 'delivered' }])
  })
})
