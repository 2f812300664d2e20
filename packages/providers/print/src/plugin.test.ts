import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ASHA, KABIR } from './fixtures/recipients.ts'
import print from './index.ts'

const UNLISTED = {
  product_code: 'PVC_RC',
  quantity: 7,
  document_ref: 'sandbox-rc-print',
  recipient: KABIR,
  shipping_method: 'standard',
}
testPlugin(print, { unlisted: { 'place-order': UNLISTED } })

describe('the print plugin in the sandbox', async () => {
  const { host, keys, clock, store, account } = await createTestHost({ plugins: [print()] })
  afterAll(() => host.stop())
  await host.start()
  const card = { product_code: 'PVC_DL', document_ref: 'sandbox-dl-print', recipient: ASHA }
  const place = (changes: object) =>
    host.call('place-order', { ...card, quantity: 1, shipping_method: 'standard', ...changes }, keys.sandbox)
  const idOf = (reply: { data: unknown }) => (reply.data as { order_id: string }).order_id
  const statusOf = async (id: string) =>
    ((await host.call('order', { id }, keys.sandbox)).data as { status: string }).status
  const told = async (id: string) =>
    (await store.outbox.read(1_000)).filter(({ data }) => data['order_id'] === id).map(({ data }) => data['status'])

  it.each(['PVC_DL', 'PVC_RC', 'PVC_RATION', 'PVC_FARMER'])('sells %s without any configuration', async (code) => {
    const reference = { PVC_DL: 'dl-print', PVC_RC: 'rc-print', PVC_RATION: 'ration-print', PVC_FARMER: 'farmer-pdf' }
    const document_ref = `sandbox-${reference[code as keyof typeof reference]}`
    const reply = await place({ product_code: code, document_ref, quantity: 2 })
    expect(reply).toMatchObject({ status: 200, data: { product_code: code, status: 'created', amount: 160 } })
    expect(reply.body).toMatchObject({ meta: { charged: 160, environment: 'sandbox' } })
  })

  it.each([
    ['sandbox-delivered', ['processing', 'printed', 'shipped', 'delivered']],
    ['sandbox-held', ['on_hold', 'processing', 'printed']],
    ['sandbox-returned', ['shipped', 'returned']],
    ['sandbox-failed', ['processing', 'failed']],
    ['sandbox-cancelled', ['cancelled']],
  ])('plays %s: %j', async (client_order_id, states) => {
    const id = idOf(await place({ client_order_id }))
    const seen = async () => {
      clock.advance(2_500)
      expect(await told(id)).toEqual(states)
    }
    await vi.waitFor(seen, { timeout: 60_000, interval: 200 })
    expect(await statusOf(id)).toBe(states.at(-1))
  })

  it.each(['sandbox-failed', 'sandbox-cancelled'])('returns, once, what %s cost', async (client_order_id) => {
    const balance = async () => (await store.wallet.balance(account.id, 'sandbox')).balance
    const before = await balance()
    await place({ client_order_id })
    expect(await balance()).toBe(before - inr('100'))
    await vi.waitFor(
      async () => {
        clock.advance(2_500)
        expect(await balance()).toBe(before)
      },
      { timeout: 60_000, interval: 200 },
    )
    expect((await store.ledger.verify()).broken).toEqual([])
  })

  it('lets an order stand that nobody moves', async () => {
    const id = idOf(await place({}))
    const polls = () => [...store.tables.jobs.values()].filter(({ job }) => job.payload.includes(id))
    clock.advance(2_500)
    await vi.waitFor(() => expect(polls()).toMatchObject([{ state: 'done' }]), { timeout: 60_000 })
    expect(await statusOf(id)).toBe('created')
    expect(await told(id)).toEqual([])
    const cancelled = await host.call('cancel-order', { id }, keys.sandbox)
    expect(cancelled).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await told(id)).toEqual(['cancelled'])
  })

  it('serves the sandbox alone without a live provider', async () => {
    const refused = { status: 403, code: 'MODULE_NOT_ACTIVATED' }
    const order = { ...card, quantity: 1, shipping_method: 'standard' }
    expect(await host.call('place-order', order, keys.production)).toMatchObject(refused)
    expect(await host.call('cancel-order', { id: 'x' }, keys.production)).toMatchObject(refused)
    expect(await host.call('orders', {}, keys.production)).toMatchObject({ status: 200, data: { orders: [] } })
  })
})
