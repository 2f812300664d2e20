import { createHash, createHmac } from 'node:crypto'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, compile, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const SECRET = 'key of the source, ключ'
const SIGNATURE = {
  header: 'X-Signature',
  algorithm: 'sha256',
  secret: SECRET,
  headers: { 'X-Timestamp': 'timestamp.seconds', 'X-Nonce': 'nonce' },
  content:
    '$join([method, path, query, headers."x-timestamp", headers."x-nonce", headers."x-request", digest.hex], "\\n")',
} as const
const ORDER = { path: '/orders', body: { item: 'input.item' }, record: { state: 'body.state' } } as const

const clock = manualClock()
const upstream = createUpstream({ clock, logger: collectingLogger() })
let server: FakeUpstream
beforeAll(async () => {
  server = await fakeUpstream()
})
beforeEach(() => {
  server.reset()
  server.answer(reply.json(PERSON))
  server.on('/v1/orders', reply.json({ state: 'taken' }))
})
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
})

const describing = (signature: object = {}, source: object = {}) => ({
  baseUrl: `${server.url}/v1`,
  signature: { ...SIGNATURE, ...signature },
  operations: {
    person: { ...ASK_PERSON, query: { year: 'input.year' }, headers: { 'X-Request': 'reference' } },
    order: ORDER,
  },
  ...source,
})
const sourceOf = (signature?: object, source?: object) => implementation(upstream, describing(signature, source))
const ask = (source = sourceOf()) => run(source['person'], { pan: 'P Ü', year: 1990 }, attempt())
const order = (source = sourceOf(), item = 'card') => run(source['order'], { item }, attempt())
const header = (name: string, at = 0) => String(server.requests[at]?.headers[name])
const hmac = (content: string, encoding: 'hex' | 'base64' = 'hex', algorithm = 'sha256') =>
  createHmac(algorithm, SECRET).update(content).digest(encoding)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('signs what is sent: method, path, query, headers, and the hash of an empty body', async () => {
  await ask()
  const nonce = header('x-nonce')
  expect(header('x-timestamp')).toBe(String(clock.now().getTime() / 1_000))
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  const lines = ['GET', '/v1/people/P%20%C3%9C', 'year=1990', header('x-timestamp'), nonce, 'REF1', sha256('')]
  expect(header('x-signature')).toBe(hmac(lines.join('\n')))
})

test('signs the bytes of the body as they are sent', async () => {
  const item = 'ক "quoted" \\ 😀'
  await order(sourceOf({ content: 'text & "." & digest.base64 & "." & path' }), item)
  const body = server.requests[0]?.body ?? ''
  expect(JSON.parse(body)).toEqual({ item })
  const digest = createHash('sha256').update(body).digest('base64')
  expect(header('x-signature')).toBe(hmac(`${body}.${digest}./v1/orders`))
})

test.each([
  ['sha512 in base64', { algorithm: 'sha512', encoding: 'base64' }, hmac('GET', 'base64', 'sha512')],
  ['a prefix', { prefix: 'HMAC-SHA256 key-1:' }, `HMAC-SHA256 key-1:${hmac('GET')}`],
])('signs with %s', async (_, signature, expected) => {
  await ask(sourceOf({ ...signature, content: 'method' }))
  expect(header('x-signature')).toBe(expected)
})

test('has the time as seconds, milliseconds and text, and the reference', async () => {
  const headers = { a: 'timestamp.milliseconds', b: 'timestamp.iso', c: 'reference' }
  await ask(sourceOf({ headers, content: '"x"' }))
  const now = clock.now()
  expect([header('a'), header('b'), header('c')]).toEqual([String(now.getTime()), now.toISOString(), 'REF1'])
})

test('is made anew at each attempt', async () => {
  const source = sourceOf()
  await order(source)
  clock.advance(5_000)
  await order(source)
  const [first, second] = [0, 1].map((at) => ['x-timestamp', 'x-nonce', 'x-signature'].map((name) => header(name, at)))
  expect(Number(second?.[0]) - Number(first?.[0])).toBe(5)
  for (const at of [1, 2]) expect(second?.[at]).not.toBe(first?.[at])
})

test('signs the token too, and once more with the next one', async () => {
  server.on('/token', reply.json({ access_token: 'first' }), reply.json({ access_token: 'second' }))
  server.on('/v1/people/P%20%C3%9C', reply.json(PERSON), reply.status(401), reply.json(PERSON))
  const oauth2 = { tokenUrl: `${server.url}/token`, clientId: 'a', clientSecret: 'b' }
  const source = sourceOf({ content: 'headers.authorization' }, { oauth2 })
  await ask(source)
  await ask(source)
  const signed = server.requests.filter(({ path }) => path !== '/token').map(({ headers }) => headers['x-signature'])
  expect(signed).toEqual([hmac('Bearer first'), hmac('Bearer first'), hmac('Bearer second')])
  expect(server.requests.find(({ path }) => path === '/token')?.headers).not.toHaveProperty('x-signature')
})

test('sends nothing if the signed text cannot be made, and tells no key', async () => {
  for (const content of ['$number(method)', '[method]']) {
    const trouble = await troubleOf(order(sourceOf({ content })))
    expect(trouble).toMatchObject({ trouble: 'unprocessable', sent: false })
    expect(JSON.stringify(trouble)).not.toContain(SECRET)
  }
  expect(server.requests).toEqual([])
})

test.each([
  ['a name that there is not', { content: 'body' }, 'EXPRESSION_NAME_UNKNOWN', 'content'],
  ['a time that there is not', { headers: { t: 'timestamp.unix' } }, 'EXPRESSION_NAME_UNKNOWN', 'headers.t'],
  ['the reply in its headers', { headers: { t: 'text' } }, 'EXPRESSION_NAME_UNKNOWN', 'headers.t'],
  ['a header that is ours', { header: 'Host' }, 'HEADER_NOT_ALLOWED', 'header'],
])('refuses %s at start', (_, signature, code, place) => {
  const compiled = compile(upstream, describing(signature))
  expect(compiled).toMatchObject([{ code, path: `plugins.registry.live.signature.${place}` }])
  expect(JSON.stringify(compiled)).not.toContain(SECRET)
})

test('refuses a header that is described and made too', () => {
  const headers = { 'x-timestamp': '0' }
  expect(compile(upstream, describing({}, { headers }))).toMatchObject([{ code: 'HEADER_NOT_ALLOWED' }])
})
