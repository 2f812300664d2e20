import { Accounts, AsyncResults, inr, Keys } from '@parakh/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { OrderProvider, orders, ordersPaidWhenDone } from '../../test/order-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

let test: ServerForTest
beforeEach(async () => {
  test = await serverForTest({ plugins: [orders(), lookup()], funds: inr('10') })
})
afterEach(() => test.server.close())

const status = (of: string, headers: Record<string, string> = test.sandbox.headers) =>
  test.app.inject({ url: `/api/v1/requests/${of}`, headers })
async function run(requestId: string): Promise<string> {
  const headers = { ...test.sandbox.headers, 'x-request-id': requestId }
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/v1/place-order',
    payload: { what: 'bread' },
    headers,
  })
  return reply.json().data.ref_id
}
const result = (reference: string, state: 'underway' | 'done' | 'impossible') =>
  test.host.get(AsyncResults).deliver(OrderProvider.operations.run, reference, { state })

it('shows the state of a call from acceptance to refund, free of charge', async () => {
  const reference = await run('order-1')
  const headers = { ...test.sandbox.headers, 'x-request-id': 'always-the-same' }
  const pending = await status(reference, headers)
  expect(pending.statusCode).toBe(200)
  expect(pending.json()).toMatchObject({
    success: true,
    meta: { charged: 0, balance: 107 },
    data: { ref_id: reference, endpoint: 'place-order', state: 'pending', result: null, charged: 3, refunded: 0 },
  })
  const { created_at, updated_at } = pending.json().data
  expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at))
  await result(reference, 'underway')
  // The same X-Request-Id is not replayed: the state has changed.
  expect((await status(reference, headers)).json().data).toMatchObject({
    state: 'pending',
    result: { ref_id: reference, state: 'underway' },
  })
  await result(reference, 'impossible')
  expect((await status(reference)).json()).toMatchObject({
    data: { state: 'failed', result: { state: 'impossible' }, charged: 3, refunded: 3 },
    meta: { balance: 110 },
  })
  const done = await run('order-2')
  await result(done, 'done')
  expect((await status('order-2')).json().data).toMatchObject({ ref_id: done, state: 'completed', refunded: 0 })
})

it('shows what a call holds that is charged on completion, until it is charged or released', async () => {
  await test.server.close()
  test = await serverForTest({ plugins: [ordersPaidWhenDone()], funds: inr('10') })
  const [done, failed] = [await run('order-1'), await run('order-2')]
  expect((await status(done)).json()).toMatchObject({
    data: { state: 'pending', charged: 0, held: 3, refunded: 0 },
    meta: { balance: 104 },
  })
  await result(done, 'done')
  await result(failed, 'impossible')
  expect((await status(done)).json().data).toMatchObject({ state: 'completed', charged: 3, held: 0, refunded: 0 })
  expect((await status(failed)).json()).toMatchObject({
    data: { state: 'failed', charged: 0, held: 0, refunded: 0 },
    meta: { balance: 107 },
  })
})

it('finds a synchronous call by its request id', async () => {
  const ask = (code: string, requestId: string) =>
    test.app.inject({
      url: `/api/v1/lookup?code=${code}`,
      headers: { ...test.sandbox.headers, 'x-request-id': requestId },
    })
  await Promise.all([ask('AA00', 'yes'), ask('ZZ00', 'no')])
  const yes = { endpoint: 'lookup', state: 'completed', result: null, charged: 0.5 }
  expect((await status('yes')).json().data).toMatchObject(yes)
  expect((await status('no')).json().data).toMatchObject({ state: 'failed', charged: 0 })
})

it('finds no call of another account, another environment, or an endpoint outside the key', async () => {
  const reference = await run('order-1')
  const other = await test.host.get(Accounts).create({ name: 'Other', role: 'developer' })
  const headersOf = async (key: { accountId: string; environment: 'sandbox' | 'production'; endpoints?: string[] }) => {
    const { key: made, apiSecret } = await test.host.get(Keys).create(key)
    return { 'x-api-key': made.publicId, 'x-api-secret': apiSecret }
  }
  const strangers = [
    await headersOf({ accountId: other.id, environment: 'sandbox' }),
    (await test.key('production')).headers,
    await headersOf({ accountId: test.account.id, environment: 'sandbox', endpoints: ['lookup'] }),
  ]
  const unknown = await status('01ARZ3NDEKTSV4RRFFQ69G5FAV')
  expect(unknown.statusCode).toBe(404)
  const faultOf = (reply: typeof unknown) => ({ ...reply.json(), request_id: null })
  for (const headers of strangers)
    for (const of of [reference, 'order-1']) {
      const reply = await status(of, headers)
      expect([reply.statusCode, faultOf(reply)]).toEqual([404, faultOf(unknown)])
    }
  expect(faultOf(unknown)).toMatchObject({ error: { code: 'REQUEST_NOT_FOUND' }, meta: { charged: 0 } })
  const own = await headersOf({ accountId: test.account.id, environment: 'sandbox', endpoints: ['place-order'] })
  expect((await status(reference, own)).statusCode).toBe(200)
})

it('refuses an invalid reference, and a caller without a key', async () => {
  expect((await status('x'.repeat(129))).statusCode).toBe(422)
  expect((await status('%20%20')).statusCode).toBe(404)
  expect((await status('one', { 'x-api-key': '', 'x-api-secret': '' })).statusCode).toBe(401)
})
