import { request } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeUpstream, fakeUpstream } from './fake-upstream.ts'
import { ENDLESS_MISBEHAVIOURS, MISBEHAVIOURS } from './misbehaviours.ts'
import { reply } from './replies.ts'

let upstream: FakeUpstream
beforeEach(async () => {
  upstream = await fakeUpstream()
})
afterEach(() => upstream.close())

const ask = (path = '/') => fetch(upstream.url + path)
/** Without fetch's own unpacking and decoding: what stands on the wire. */
const raw = (path = '/') =>
  new Promise<{ body: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
    request(upstream.url + path, { agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ body: Buffer.concat(chunks), headers: response.headers }))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })

it('answers by its script in order, and goes on with the last', async () => {
  upstream.answer(reply.status(503), reply.json({ name: 'ASHA RAO' }))
  expect((await ask()).status).toBe(503)
  expect(await (await ask()).json()).toEqual({ name: 'ASHA RAO' })
  expect(await (await ask()).json()).toEqual({ name: 'ASHA RAO' })
})

it('answers a path by its own script first', async () => {
  upstream.answer(reply.json({ of: 'all' }))
  upstream.on('/pan', reply.json({ of: 'pan' }))
  expect(await (await ask('/pan?x=1')).json()).toEqual({ of: 'pan' })
  expect(await (await ask('/gst')).json()).toEqual({ of: 'all' })
})

it('reports a missing reply, and clears everything on reset', async () => {
  upstream.answer(reply.json({}))
  await ask()
  upstream.reset()
  expect(upstream.requests).toEqual([])
  expect((await ask()).status).toBe(501)
})

it('records all requests, answered or not', async () => {
  upstream.answer(reply.json({}), reply.reset())
  await fetch(`${upstream.url}/pan?a=1`, { method: 'POST', body: '{"pan":"X"}', headers: { 'x-token': 't' } })
  await expect(ask('/again')).rejects.toThrow()
  expect(upstream.requests).toMatchObject([
    { method: 'POST', path: '/pan', query: { a: '1' }, body: '{"pan":"X"}', headers: { 'x-token': 't' } },
    { method: 'GET', path: '/again' },
  ])
  expect(upstream.connections).toBeGreaterThan(0)
})

it('throttles with Retry-After and redirects with a location', async () => {
  upstream.answer(reply.throttled(30), reply.redirect('http://127.0.0.1:1/x'))
  const throttled = await ask()
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '30'])
  const redirected = await fetch(upstream.url, { redirect: 'manual' })
  expect([redirected.status, redirected.headers.get('location')]).toEqual([308, 'http://127.0.0.1:1/x'])
})

it.each([
  ['truncated JSON', reply.truncatedJson()],
  ['HTML', reply.html()],
  ['numbers that JSON has not', reply.invalidNumbers()],
])('sends whole responses that are no JSON: %s', async (_name, misbehave) => {
  upstream.answer(misbehave)
  const response = await ask()
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow(SyntaxError)
})

it('sends JSON that parses into traps', async () => {
  upstream.answer(
    reply.infiniteNumber(),
    reply.prototypePayload({ pan: 'X' }),
    reply.duplicateKeys('pan', 'A', 'B'),
    reply.wrongContentType({ ok: true }),
  )
  expect(await (await ask()).json()).toEqual({ score: Number.POSITIVE_INFINITY })
  const payload = JSON.parse(await (await ask()).text())
  expect(Object.hasOwn(payload, '__proto__')).toBe(true)
  expect(payload.pan).toBe('X')
  expect(await (await ask()).text()).toBe('{"pan":"A","pan":"B"}')
  expect((await ask()).headers.get('content-type')).toBe('application/octet-stream')
})

it('sends bytes that are no UTF-8', async () => {
  upstream.answer(reply.invalidUtf8())
  const { body } = await raw()
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow()
})

it('sends megabytes, and kilobytes that unpack to megabytes', async () => {
  upstream.answer(reply.huge(3), reply.gzipBomb(5))
  expect((await raw()).body.length).toBeGreaterThan(3 * 1_048_576)
  const bomb = await raw()
  expect(bomb.headers['content-encoding']).toBe('gzip')
  expect(bomb.body.length).toBeLessThan(50_000)
  expect((await (await ask()).arrayBuffer()).byteLength).toBe(5 * 1_048_576)
})

it('breaks the connection before and in the body', async () => {
  upstream.answer(reply.reset(), reply.resetMidBody())
  await expect(raw()).rejects.toMatchObject({ code: 'ECONNRESET' })
  await expect(raw()).rejects.toThrow()
})

it('drips a body byte by byte, and delays another reply', async () => {
  upstream.answer(reply.drip({ a: 1 }, 1), reply.delayed(5, reply.json({ late: true })))
  expect(await (await ask()).json()).toEqual({ a: 1 })
  expect(await (await ask()).json()).toEqual({ late: true })
})

it.each(Object.keys(ENDLESS_MISBEHAVIOURS))('is ended by close while it goes on: %s', async (name) => {
  upstream.answer(ENDLESS_MISBEHAVIOURS[name] ?? reply.json({}))
  const asked = raw().then(
    () => 'ended',
    () => 'broken',
  )
  // Sent, and never answered.
  while (upstream.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await upstream.close()
  expect(await asked).toBe('broken')
})

it.each(Object.entries(MISBEHAVIOURS))('ends by itself when it misbehaves: %s', async (_name, misbehave) => {
  upstream.answer(misbehave)
  await raw().then(
    () => undefined,
    () => undefined,
  )
  expect(upstream.requests).toHaveLength(1)
})
