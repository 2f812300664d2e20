import { defineEndpoint, defineEnvelope, definePlugin, Envelopes, inr } from '@parakh/core'
import { checkEnvelope } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const house = defineEnvelope({
  name: 'house',
  data: 'nested',
  success: z.object({ ok: z.literal(true), id: z.string() }),
  failure: z.object({ ok: z.literal(false), why: z.string(), fields: z.unknown().optional() }),
  wrap: ({ requestId }, body) => body({ ok: true, id: requestId }),
  fault: ({ status, code, fields }, reply) => reply(status, { ok: false, why: code, ...(fields ? { fields } : {}) }),
})
const greet = defineEndpoint({
  ...{ id: 'greet', method: 'POST', path: '/greet', group: 'Greetings', summary: 'Greet by name', envelope: 'host' },
  price: inr('0.50'),
  request: z.object({ name: z.string() }),
  data: z.object({ text: z.string() }),
  errors: { NOBODY: { message: 'Nobody has this name' } },
  handle: async ({ request, answer, fail }) =>
    request.name === 'nobody' ? fail('NOBODY') : answer({ text: `Hello ${request.name}` }),
  fixtures: [
    { scenario: 'success', request: { name: 'Asha' } },
    { scenario: 'not-found', request: { name: 'nobody' } },
  ],
})
const plugin = definePlugin({
  id: 'house',
  contract: 1,
  endpoints: [greet],
  contributes: [Envelopes.driver({ id: 'house', options: z.object({}), needs: {}, make: () => house })],
})

describe('a server whose configuration chooses an envelope', () => {
  let test: ServerForTest
  beforeEach(async () => {
    const config = { envelope: { use: 'house' }, rateLimits: { perEndpoint: 3 } }
    test = await serverForTest({ plugins: [plugin(), lookup()], config })
  })
  afterEach(() => test.server.close())
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    test.app.inject({
      ...{ method: 'POST', url: '/api/v1/greet', payload: payload as object },
      headers: { 'content-type': 'application/json', ...test.sandbox.headers, ...headers },
    })
  const get = async (url: string, headers: Record<string, string> = test.sandbox.headers) =>
    await test.app.inject({ method: 'GET', url, headers })

  it('answers in it, and replays the same bytes', async () => {
    const id = { 'x-request-id': 'greeting-1' }
    const first = await post({ name: 'Asha' }, id)
    expect(first.json()).toEqual({ ok: true, id: 'greeting-1', data: { text: 'Hello Asha' } })
    const again = await post({ name: 'Asha' }, id)
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
  })

  it('refuses in it: wrong fields, malformed JSON, no credentials, no record, too many calls', async () => {
    const replies = [
      await post({}),
      await post('{"name":'),
      await test.app.inject({ method: 'POST', url: '/api/v1/greet', payload: { name: 'Asha' } }),
      await post({ name: 'nobody' }),
      await post({ name: 'Asha' }),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json().ok, reply.json().why])).toEqual([
      [422, false, 'VALIDATION_FAILED'],
      [400, false, 'BAD_REQUEST'],
      [401, false, 'INVALID_API_KEY'],
      [404, false, 'NOBODY'],
      [429, false, 'RATE_LIMIT_EXCEEDED'],
    ])
    expect(replies[0]?.json().fields).toHaveProperty('name')
  })

  it('refuses in it what belongs to no endpoint: an unknown route, a wrong method, a URL that cannot be decoded', async () => {
    expect((await get('/nothing')).json()).toEqual({ ok: false, why: 'UNKNOWN_ENDPOINT' })
    expect((await get('/api/v1/greet')).json()).toEqual({ ok: false, why: 'UNKNOWN_ENDPOINT' })
    expect((await get('/api/v1/%zz')).json()).toMatchObject({ ok: false })
    expect((await get('/documents/none', { accept: 'application/json' })).json()).toMatchObject({ ok: false })
  })

  it('has its own endpoints answer in it, and leaves an endpoint that names an envelope with that', async () => {
    expect((await get('/api/v1/balance')).json()).toMatchObject({ ok: true, data: { currency: 'INR' } })
    expect((await get('/api/v1/lookup?code=AA00')).json()).toMatchObject({ success: true, data: { code: 'AA00' } })
  })

  it('documents it in OpenAPI and in the Postman collection', async () => {
    const { paths } = (await get('/openapi.json', {})).json()
    const { responses } = paths['/api/v1/greet'].post
    const { schema, examples } = responses['200'].content['application/json']
    expect(JSON.stringify(schema)).toContain('"ok"')
    expect(Object.values(examples)).toMatchObject([{ value: { ok: true, data: { text: 'Hello Asha' } } }])
    expect(JSON.stringify(responses['404'])).toContain('"why":"NOBODY"')
    const collection = (await get('/postman.json', {})).body
    expect(collection.includes(String.raw`include.all.keys([\"ok\",\"why\"])`)).toBe(true)
    // A code is looked for wherever the envelope shows it.
    expect(collection.includes('error.code')).toBe(false)
    expect(collection.includes('has the code NOBODY')).toBe(true)
  })

  it('passes the suite of envelopes', () => expect(checkEnvelope(house)).toEqual([]))
})
