import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AnyCodeProvider, SignedRequest } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { compile, type RegistrySource, troubleOf } from '../testing/described-source.ts'

type Described = NonNullable<RegistrySource['callback']>
const SECRET = 'shared with the upstream'
const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
const callback = (
  signature: Partial<Described['signature']> = {},
  over: Partial<Described> = {},
): NonNullable<AnyCodeProvider['callback']> => {
  const compiled = compile(upstream, {
    baseUrl: 'https://registry.invalid',
    operations: { order: { path: '/orders', record: { state: 'body.state' } } },
    callback: {
      signature: { header: 'X-Signature', algorithm: 'sha256', secret: SECRET, ...signature },
      operation: 'order',
      reference: 'body.ref',
      record: '{ "state": $lowercase(body.order.state) & headers."x-suffix" }',
      ...over,
    },
  })
  if (!('callback' in compiled) || !compiled.callback) throw new Error(JSON.stringify(compiled))
  return compiled.callback
}
const sign = (content: string, encoding: 'hex' | 'base64' = 'hex', algorithm = 'sha256') =>
  createHmac(algorithm, SECRET).update(content).digest(encoding)
const request = (text: string | Uint8Array, headers: Record<string, string>): SignedRequest => ({
  headers,
  at: new Date(0),
  body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  hmac: (algorithm, key, content) => createHmac(algorithm, key).update(content).digest('hex'),
  equal: (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b)),
})
const BODY = '{"ref":"REF1","order":{"state":"SHIPPED"}}'
const RESULT = { operation: 'order', reference: 'REF1', record: { state: 'shipped' } }

test('reads what is signed well', async () => {
  expect(await callback()(request(BODY, { 'x-signature': sign(BODY) }), null)).toEqual(RESULT)
  expect(await callback()(request(BODY, { 'x-signature': sign(BODY).toUpperCase() }), null)).toEqual(RESULT)
  expect(
    await callback()(request(BODY, { 'x-signature': `sha256=${sign(BODY)}`, 'x-suffix': '!' }), null),
  ).toMatchObject({
    record: { state: 'shipped!' },
  })
})

test('reads base64 and sha512', async () => {
  const signed = callback({ encoding: 'base64', algorithm: 'sha512' })
  expect(await signed(request(BODY, { 'x-signature': sign(BODY, 'base64', 'sha512') }), null)).toEqual(RESULT)
  expect(await signed(request(BODY, { 'x-signature': sign(BODY, 'base64') }), null)).toBeNull()
})

test('verifies the signed content that an expression names', async () => {
  const signed = callback({ content: 'headers."x-time" & "." & text' })
  const headers = { 'x-time': '1700000000', 'x-signature': sign(`1700000000.${BODY}`) }
  expect(await signed(request(BODY, headers), null)).toEqual(RESULT)
  expect(await signed(request(BODY, { ...headers, 'x-time': '1700000001' }), null)).toBeNull()
  expect(await signed(request(BODY, { ...headers, 'x-signature': sign(BODY) }), null)).toBeNull()
})

test.each([
  ['no signature', {}],
  ['an empty one', { 'x-signature': '' }],
  ['one by another key', { 'x-signature': createHmac('sha256', 'other').update(BODY).digest('hex') }],
  ['one of another body', { 'x-signature': sign(`${BODY} `) }],
  ['half of one', { 'x-signature': sign(BODY).slice(0, 32) }],
  ['one in the other encoding', { 'x-signature': sign(BODY, 'base64') }],
])('takes %s for not genuine', async (_, headers) => {
  expect(await callback()(request(BODY, headers), null)).toBeNull()
})

test('is not genuine if the signed content cannot be computed', async () => {
  const signed = callback({ content: '$number(text)' })
  expect(await signed(request(BODY, { 'x-signature': sign(BODY) }), null)).toBeNull()
  const bytes = Uint8Array.of(0xff, 0xfe)
  expect(await callback({ content: 'text' })(request(bytes, { 'x-signature': sign('') }), null)).toBeNull()
})

test.each([
  ['that is no JSON', 'SECRET TEXT'],
  ['without a reference', '{"order":{"state":"SHIPPED"}}'],
  ['that does not fit', '{"ref":"REF1","order":{"state":17}}'],
  ['with a poisoned body', '{"ref":"REF1","__proto__":{"state":"x"},"order":{"state":"x"}}'],
])('refuses a genuine callback %s, without quoting it', async (_, body) => {
  const trouble = await troubleOf(Promise.resolve(callback()(request(body, { 'x-signature': sign(body) }), null)))
  expect(trouble).toMatchObject({ name: 'UpstreamError', trouble: 'unprocessable' })
  expect(String(trouble)).not.toMatch(/SECRET|REF1|17/)
})
