import type { WriteImplementation } from '@parakh/core'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { attempt, implementation, troubleOf } from '../testing/described-source.ts'

const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
let server: FakeUpstream
beforeAll(async () => {
  server = await fakeUpstream()
})
beforeEach(() => server.reset())
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
})
const ORDER = {
  path: '/orders',
  headers: { 'Idempotency-Key': 'reference' },
  body: { item: 'input.item' },
  none: 'status = 422',
  record: { state: 'body.state' },
} as const
const order = (status?: object): WriteImplementation<unknown, unknown> => {
  const described = status ? { ...ORDER, status: { path: '/orders/{{ reference }}', ...status } } : ORDER
  const compiled = implementation(upstream, { baseUrl: server.url, operations: { order: described } })['order']
  if (!compiled || typeof compiled === 'function') throw new Error('not a write')
  return compiled
}

test('sends a write with our reference', async () => {
  server.answer(reply.json({ state: 'accepted' }))
  expect(await order().send({ item: 'card' }, attempt())).toEqual({ state: 'accepted' })
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    body: '{"item":"card"}',
    headers: { 'idempotency-key': 'REF1' },
  })
})

test('has a status only where one is described', () => {
  expect(order().status).toBeUndefined()
  expect(order({}).status).toBeTypeOf('function')
})

test('requests the status by our reference, and reads it like the reply by default', async () => {
  server.answer(reply.json({ state: 'shipped' }))
  expect(await order({}).status?.('REF/2', attempt())).toEqual({ state: 'shipped' })
  expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/orders/REF%2F2' })
  server.answer(reply.json({ order: { now: 'shipped' } }))
  expect(await order({ record: '{ "state": body.order.now }' }).status?.('REF2', attempt())).toEqual({
    state: 'shipped',
  })
})

test('knows a write that never arrived by the none of its status, never by that of its reply', async () => {
  server.answer(reply.status(404))
  expect(await order({ none: 'status = 404' }).status?.('REF2', attempt())).toBeNull()
  server.answer(reply.status(422))
  expect(await order().send({ item: 'card' }, attempt())).toBeNull()
  expect(await troubleOf(Promise.resolve(order({}).status?.('REF2', attempt())))).toMatchObject({
    trouble: 'unprocessable',
  })
})
