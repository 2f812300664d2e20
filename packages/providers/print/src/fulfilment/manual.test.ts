import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { testProvider } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { archive } from '../../test/archive.ts'
import { RECIPIENT } from '../../test/print-shop.ts'
import { PrintProvider } from '../contract.ts'
import print from '../index.ts'
import { manual } from './manual.ts'

const SECRET = 'a secret of sixteen and more'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const order = {
  ...{ product_code: 'PVC_DL', quantity: 1, shipping_method: 'standard', client_order_id: null, notes: null },
  ...{ recipient: RECIPIENT, document: { reference: 'licence', endpoint: 'dl-print', record: {} } },
}

testProvider('manual', {
  contract: PrintProvider,
  make: () => manual({}).code.make({ options: {}, logger: silent }),
  cases: [
    { operation: 'submit', input: order, expect: 'record' },
    { operation: 'cancel', input: { order_id: '01K0000000000000000000000A' }, expect: 'record' },
  ],
})

describe('manual fulfilment', async () => {
  const options: object = { live: { provider: 'manual', secret: SECRET } }
  const { host, keys, store, account, logger, clock } = await createTestHost({
    plugins: [print(options), archive()],
    funds: inr('1000'),
  })
  afterAll(() => host.stop())
  await host.call('dl-print', { number: 'XX0020150000001' }, keys.production, { requestId: 'licence' })
  const place = async () => {
    const { document: _, client_order_id, notes, ...asked } = order
    const reply = await host.call('place-order', { ...asked, document_ref: 'licence' }, keys.production)
    return (reply.data as { order_id: string }).order_id
  }
  const statusOf = async (id: string) =>
    ((await host.call('order', { id }, keys.production)).data as { status: string }).status
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const signed = (text: string, timestamp: string, secret = SECRET) => ({
    headers: {
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex'),
    },
    body: new TextEncoder().encode(text),
  })
  const post = async (posted: object | string, secret = SECRET) => {
    const text = typeof posted === 'string' ? posted : JSON.stringify(posted)
    return await host.callback('print', 'manual', signed(text, `${seconds()}`, secret))
  }

  it('takes every order in and tells so in the log, without name or address', async () => {
    const id = await place()
    expect(await statusOf(id)).toBe('created')
    const facts = { order: id, product: 'PVC_DL', quantity: 1 }
    expect(logger.of('print.order_taken').at(-1)).toMatchObject({ level: 'info', facts })
    expect(logger.text()).not.toMatch(/asha|lake view|6000000001/i)
  })

  it('is moved by signed callbacks', async () => {
    const id = await place()
    expect(await post({ order_id: id, status: 'processing' })).toBe('accepted')
    expect(await post({ order_id: id, status: 'failed' }, 'another secret of sixteen')).toBe('refused')
    expect(await post('no JSON')).toBe('refused')
    expect(await post({ order_id: id, status: 'lost' })).toBe('refused')
    expect(await statusOf(id)).toBe('processing')
  })

  it('takes no callback whose signed time is more than five minutes from now, or is missing or another', async () => {
    const id = await place()
    const text = JSON.stringify({ order_id: id, status: 'on_hold' })
    const send = (request: ReturnType<typeof signed>) => host.callback('print', 'manual', request)
    const now = seconds()
    for (const timestamp of [`${now - 301}`, `${now + 301}`, '', 'now', '1e9', `${now}.5`, '9'.repeat(40)])
      expect(await send(signed(text, timestamp))).toBe('refused')
    const old = signed(text, `${now - 400}`)
    expect(await send({ ...old, headers: { ...old.headers, 'x-timestamp': `${now}` } })).toBe('refused')
    const unstamped = createHmac('sha256', SECRET).update(text).digest('hex')
    const headers = { 'x-timestamp': `${now}`, 'x-signature': unstamped }
    expect(await send({ ...old, headers })).toBe('refused')
    expect(await statusOf(id)).toBe('created')
    for (const timestamp of [now - 299, now + 299]) expect(await send(signed(text, `${timestamp}`))).toBe('accepted')
    const copied = signed(text, `${now}`)
    expect(await send(copied)).toBe('accepted')
    expect(await post({ order_id: id, status: 'processing' })).toBe('accepted')
    clock.advance(301_000)
    expect(await send(copied)).toBe('refused')
    expect(await statusOf(id)).toBe('processing')
  })

  it('is moved by the command line, to the end', async () => {
    const id = await place()
    const move = host.commands.find(({ command }) => command.name === 'move')
    for (const to of ['processing', 'printed', 'shipped', 'delivered'])
      expect(await move?.run({ id, to }, () => undefined)).toMatchObject({ order_id: id, status: to })
    expect(await statusOf(id)).toBe('delivered')
  })

  it('lets an order be cancelled, and returns what it cost', async () => {
    const before = (await store.wallet.balance(account.id, 'production')).balance
    const id = await place()
    expect(await host.call('cancel-order', { id }, keys.production)).toMatchObject({ status: 200 })
    expect((await store.wallet.balance(account.id, 'production')).balance).toBe(before)
    expect(logger.of('print.order_cancelled').at(-1)).toMatchObject({ facts: { order: id } })
  })

  it('tells nothing by itself', async () => {
    const id = await place()
    await host.start()
    const polls = () => [...store.tables.jobs.values()].filter(({ job }) => job.payload.includes(id))
    clock.advance(3_601_000)
    await vi.waitFor(() => expect(polls()).toHaveLength(2), { timeout: 60_000 })
    expect(await statusOf(id)).toBe('created')
    expect((await store.outbox.read(1_000)).filter(({ data }) => data['order_id'] === id)).toEqual([])
  })

  it('takes no callback where no secret is configured', async () => {
    const open = await createTestHost({ plugins: [print({ live: manual({}) })] })
    const body = new TextEncoder().encode('{"order_id":"x","status":"failed"}')
    const timestamp = `${Math.floor(open.clock.now().getTime() / 1000)}`
    const signature = createHmac('sha256', '').update(`${timestamp}.`).update(body).digest('hex')
    const headers = { 'x-timestamp': timestamp, 'x-signature': signature }
    expect(await open.host.callback('print', 'manual', { headers, body })).toBe('refused')
    await open.host.stop()
  })
})
