import type { UpstreamTarget } from '@parakh/core'
import {
  collectingLogger,
  type FakeUpstream,
  fakeUpstream,
  manualClock,
  reply,
  type UpstreamReply,
} from '@parakh/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, compile, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const SECRET = 'client secret: % of us'
const OAUTH = { clientId: 'acme:verify', clientSecret: SECRET }
const ORDER = {
  path: '/orders',
  body: { item: 'input.item' },
  record: { state: 'body.state' },
  status: { path: '/orders/{{reference}}' },
} as const
const granted = (token: string, over: object = {}): UpstreamReply =>
  reply.json({ access_token: token, token_type: 'Bearer', expires_in: 3600, ...over })
const CHALLENGED = reply.status(401, { 'www-authenticate': 'Bearer error="invalid_token"' })

let clock = manualClock()
let upstream: ReturnType<typeof createUpstream>
let logger = collectingLogger()
let server: FakeUpstream
beforeAll(async () => {
  server = await fakeUpstream()
})
beforeEach(() => {
  server.reset()
  clock = manualClock()
  logger = collectingLogger()
  const settings = { minBackoffMs: 1, maxBackoffMs: 2 }
  upstream = createUpstream({ clock, logger, settings, development: true })
  server.answer(reply.json(PERSON))
  server.on('/token', granted('first'), granted('second'), granted('third'))
  server.on('/orders', reply.json({ state: 'taken' }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await upstream[Symbol.asyncDispose]()
})
afterAll(() => server.close())

const describing = (oauth2: object = {}, source: object = {}) => ({
  baseUrl: server.url,
  oauth2: { tokenUrl: `${server.url}/token`, ...OAUTH, ...oauth2 },
  operations: { person: ASK_PERSON, order: ORDER },
  ...source,
})
const sourceOf = (oauth2: object = {}, source: object = {}) => implementation(upstream, describing(oauth2, source))
const ask = (source: ReturnType<typeof sourceOf>, signal?: AbortSignal) =>
  run(source['person'], { pan: 'P' }, attempt(signal))
const order = (source: ReturnType<typeof sourceOf>, signal?: AbortSignal) =>
  run(source['order'], { item: 'card' }, attempt(signal))
const asked = (path: string) => server.requests.filter((request) => request.path === path)
const tokens = () => asked('/token')
const sentWith = () =>
  server.requests.filter(({ path }) => path !== '/token').map(({ headers }) => headers['authorization'])

test('sends a token with each request, which is fetched once', async () => {
  const source = sourceOf()
  await ask(source)
  await order(source)
  expect(sentWith()).toEqual(['Bearer first', 'Bearer first'])
  expect(tokens()).toHaveLength(1)
  const [request] = tokens()
  expect(request).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials' })
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const [scheme, given = ''] = String(request?.headers['authorization']).split(' ')
  expect(scheme).toBe('Basic')
  // RFC 6749 section 2.3.1: encoded as a form, so that a colon in the id ends it no earlier.
  expect(Buffer.from(given, 'base64').toString()).toBe('acme%3Averify:client+secret%3A+%25+of+us')
})

test('sends id and secret in the form where the endpoint wants them there, with scope and audience', async () => {
  const wanted = { clientAuthentication: 'body', scope: 'pan rc', audience: 'https://api.example' }
  await ask(sourceOf({ ...wanted, tokenUrl: `${server.url}/token?tenant=7` }))
  const [request] = tokens()
  expect(request?.query).toEqual({ tenant: '7' })
  expect(request?.headers).not.toHaveProperty('authorization')
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    ...{ grant_type: 'client_credentials', scope: 'pan rc', audience: 'https://api.example' },
    ...{ client_id: 'acme:verify', client_secret: SECRET },
  })
})

test('fetches one token for calls that come at once', async () => {
  const source = sourceOf()
  server.on('/token', reply.delayed(30, granted('first')), granted('second'))
  await Promise.all(Array.from({ length: 20 }, () => ask(source)))
  expect(tokens()).toHaveLength(1)
  expect(new Set(sentWith())).toEqual(new Set(['Bearer first']))
})

test('replaces a token half a minute before it ends', async () => {
  const source = sourceOf()
  await ask(source)
  clock.advance(3_569_000)
  await ask(source)
  clock.advance(1_000)
  await ask(source)
  expect(sentWith()).toEqual(['Bearer first', 'Bearer first', 'Bearer second'])
})

test.each([
  ['a life as text', { expires_in: '60' }, 30_000],
  ['a life shorter than a minute, for half of it', { expires_in: 10 }, 5_000],
  ['no life, for five minutes', { expires_in: undefined }, 270_000],
  ['a life that is none', { expires_in: 'soon' }, 270_000],
])('keeps a token that has %s', async (_, over, keptMs) => {
  server.on('/token', granted('first', over), granted('second'))
  const source = sourceOf()
  await ask(source)
  clock.advance(keptMs - 1)
  await ask(source)
  clock.advance(1)
  await ask(source)
  expect(sentWith()).toEqual(['Bearer first', 'Bearer first', 'Bearer second'])
})

describe('a token that is refused', () => {
  test('is fetched anew, once, and a read is sent again', async () => {
    const source = sourceOf()
    await ask(source)
    server.on('/people/P', reply.status(401), reply.json(PERSON))
    expect(await ask(source)).toMatchObject({ name: 'ASHA RAO' })
    expect(sentWith()).toEqual(['Bearer first', 'Bearer first', 'Bearer second'])
  })

  test('ends the call where it was fetched for it, or the next one is refused too', async () => {
    const source = sourceOf()
    server.on('/people/P', reply.status(401))
    expect(await troubleOf(ask(source))).toMatchObject({ trouble: 'denied', reason: 'http_401' })
    expect(sentWith()).toEqual(['Bearer first'])
    server.on('/people/P', reply.json(PERSON), reply.status(401))
    await ask(source)
    expect(await troubleOf(ask(source))).toMatchObject({ trouble: 'denied', reason: 'http_401' })
    expect(sentWith().slice(1)).toEqual(['Bearer second', 'Bearer second', 'Bearer third'])
  })

  test('is replaced by one request, however many calls it was refused to', async () => {
    const source = sourceOf()
    await ask(source)
    server.on('/people/P', ({ request, ...exchange }) =>
      (request.headers['authorization'] === 'Bearer first' ? reply.status(401) : reply.json(PERSON))({
        request,
        ...exchange,
      }),
    )
    await Promise.all(Array.from({ length: 10 }, () => ask(source)))
    expect(tokens()).toHaveLength(2)
  })

  test('lets a write be sent again where the refusal is of the token', async () => {
    const source = sourceOf()
    await ask(source)
    server.on('/orders', CHALLENGED, reply.json({ state: 'taken' }))
    expect(await order(source)).toEqual({ state: 'taken' })
    expect(sentWith()).toEqual(['Bearer first', 'Bearer first', 'Bearer second'])
  })

  test('never where it does not say so: the write may have been taken', async () => {
    const source = sourceOf()
    await ask(source)
    server.on('/orders', reply.status(401), reply.json({ state: 'taken' }))
    expect(await troubleOf(order(source))).toMatchObject({ trouble: 'denied', sent: true })
    expect(asked('/orders')).toHaveLength(1)
    await ask(source)
    expect(sentWith().at(-1)).toBe('Bearer second')
  })

  test('is fetched anew in a test of the source too', async () => {
    const compiled = compile(upstream, describing())
    const exchange = 'exchanges' in compiled ? compiled.exchanges['person'] : undefined
    server.on('/people/P', reply.json(PERSON), reply.status(401), reply.json(PERSON), reply.status(401))
    const statuses = []
    for (let round = 0; round < 3; round++) statuses.push((await exchange?.send({ pan: 'P' }, attempt()))?.status)
    expect(statuses).toEqual([200, 200, 401])
    expect(sentWith()).toEqual(['Bearer first', 'Bearer first', 'Bearer second', 'Bearer second', 'Bearer third'])
  })
})

describe('without a token nothing is sent', () => {
  const HUGE = reply.json({ access_token: 'x'.repeat(70_000), token_type: 'Bearer' })
  test.each<[string, UpstreamReply, object]>([
    ['down', reply.status(503), { trouble: 'unavailable', reason: 'token_http_503' }],
    ['cut off', reply.reset(), { trouble: 'unavailable', reason: 'token_connection_broke' }],
    ['busy', reply.status(429), { trouble: 'throttled', reason: 'token_http_429' }],
    [
      'refusing us by a code of OAuth',
      reply.json({ error: 'invalid_client', error_description: SECRET }, { status: 401 }),
      { trouble: 'denied', reason: 'token_invalid_client' },
    ],
    [
      'refusing us by another',
      reply.json({ error: SECRET }, { status: 400 }),
      { trouble: 'denied', reason: 'token_http_400' },
    ],
    ['redirecting', reply.redirect('/elsewhere', 302), { trouble: 'unavailable', reason: 'token_http_302' }],
    ['no JSON', reply.html(), { trouble: 'unavailable', reason: 'token_unusable' }],
    ['another kind of token', granted('x', { token_type: 'mac' }), { trouble: 'unavailable' }],
    ['a token that no header can have', granted('a\nb'), { trouble: 'unavailable', reason: 'token_unusable' }],
    ['a reply that is too large', HUGE, { trouble: 'unavailable', reason: 'token_reply_too_large' }],
  ])('where its endpoint is %s', async (_, answer, expected) => {
    server.on('/token', answer)
    const source = sourceOf()
    expect(await troubleOf(ask(source))).toMatchObject({ ...expected, sent: false })
    expect(await troubleOf(order(source))).toMatchObject({ ...expected, sent: false })
    expect(sentWith()).toEqual([])
    server.on('/token', granted('first'))
    expect(await ask(source)).toMatchObject({ name: 'ASHA RAO' })
  })

  test('where its endpoint does not answer in time, and the attempt is not made again', async () => {
    server.on('/token', reply.hang())
    const trouble = await troubleOf(order(sourceOf({}, { timeoutMs: 100 })))
    expect(trouble).toMatchObject({ trouble: 'unavailable', reason: 'token_timeout', sent: false, timedOut: true })
    expect(sentWith()).toEqual([])
  })

  test('where it came when the attempt was over, as in a process that stood still', async () => {
    const now = performance.now()
    server.on('/token', (exchange) => {
      vi.spyOn(performance, 'now').mockReturnValue(now + 11_000)
      return granted('first')(exchange)
    })
    expect(await troubleOf(order(sourceOf({}, { timeoutMs: 20_000 })))).toMatchObject({ sent: false })
    expect(asked('/orders')).toEqual([])
  })
})

test('a source that is refused its tokens is left alone after five, whatever is asked', async () => {
  server.on('/token', reply.json({ error: 'invalid_client' }, { status: 401 }))
  const question = { reference: 'r-1', account: 'acme', inputHash: () => 'i-1' }
  const target: UpstreamTarget = { provider: 'registry/http#0', operation: 'person', effect: 'read', question }
  const source = sourceOf()
  for (let round = 0; round < 8; round++)
    await troubleOf(upstream.ask(target, new AbortController().signal, (signal) => ask(source, signal)))
  expect(tokens()).toHaveLength(5)
  expect(upstream.health()).toMatchObject([{ circuit: 'open', failures: { denied: 5 } }])
})

test('the deadline of a call ends its waiting for a token, and leaves the token to others', async () => {
  let answer: () => void = () => undefined
  const told = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.on('/token', async (exchange) => {
    await told
    await granted('first')(exchange)
  })
  const source = sourceOf()
  const ending = new AbortController()
  const ended = troubleOf(order(source, ending.signal))
  await expect.poll(() => tokens().length).toBe(1)
  const other = ask(source)
  ending.abort()
  expect(await ended).toMatchObject({ trouble: 'unavailable', sent: false, reason: 'token_timeout' })
  answer()
  expect(await other).toMatchObject({ name: 'ASHA RAO' })
  expect(tokens()).toHaveLength(1)
})

test('secret and token are in no error and no line of the log', async () => {
  const question = { reference: 'r-1', account: 'acme', inputHash: () => 'i-1' }
  const target: UpstreamTarget = { provider: 'registry/http#0', operation: 'person', effect: 'read', question }
  const hostile = reply.json({ error: SECRET, access_token: 'first-token' }, { status: 400 })
  server.on('/token', hostile, reply.status(500), granted('first-token'))
  server.on('/people/P', reply.status(401))
  const source = sourceOf()
  const said: string[] = []
  for (let round = 0; round < 3; round++) {
    const trouble = await troubleOf(upstream.ask(target, new AbortController().signal, (signal) => ask(source, signal)))
    const { message, cause, stack, ...facts } = trouble instanceof Error ? trouble : new Error('none')
    said.push(JSON.stringify({ message, cause, stack, facts }))
  }
  const logged = logger.text()
  expect(logger.of('upstream.denied').length).toBeGreaterThan(1)
  expect(logged).toContain('token_http_400')
  const basic = Buffer.from('acme%3Averify:client+secret%3A+%25+of+us').toString('base64')
  for (const secret of [SECRET, 'client+secret', basic, 'first-token'])
    expect(logged + said.join('')).not.toContain(secret)
})

test.each([
  ['of the source', { headers: { Authorization: 'Basic abc' } }, 'live.headers.Authorization'],
  [
    'of an operation',
    { operations: { person: { ...ASK_PERSON, headers: { authorization: '"x"' } } } },
    'live.operations.person.headers.authorization',
  ],
])('refuses a header of that name %s, without its value', (_, source, path) => {
  const compiled = compile(upstream, describing({}, source))
  expect(compiled).toMatchObject([{ code: 'HEADER_NOT_ALLOWED', path: path.replace('live', 'plugins.registry.live') }])
  expect(JSON.stringify(compiled)).not.toContain('abc')
})
