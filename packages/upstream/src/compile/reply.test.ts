import { isUpstreamError } from '@parakh/core'
import {
  collectingLogger,
  type FakeUpstream,
  fakeUpstream,
  MISBEHAVIOURS,
  manualClock,
  reply,
  type UpstreamReply,
} from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
let server: FakeUpstream
let elsewhere: FakeUpstream
beforeAll(async () => {
  server = await fakeUpstream()
  elsewhere = await fakeUpstream()
})
beforeEach(() => server.reset())
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
  await elsewhere.close()
})
const ask = (answer: UpstreamReply, over: object = {}, source: object = {}) => {
  server.answer(answer)
  const compiled = implementation(upstream, {
    baseUrl: server.url,
    ...source,
    operations: { person: { ...ASK_PERSON, ...over } },
  })
  return run(compiled['person'], { pan: 'ABCPE0000F' }, attempt())
}

test('maps a reply by one expression over status, headers, body and input', async () => {
  const record =
    '{ "pan": input.pan, "name": headers."x-name" & body.n & status & reference, "active": true, "born": body.missing }'
  expect(await ask(reply.json({ n: 1 }, { headers: { 'X-Name': 'ASHA' } }), { record })).toEqual({
    pan: 'ABCPE0000F',
    name: 'ASHA1200REF1',
    active: true,
  })
})

test('returns null for a definite no, in JSON or not', async () => {
  expect(await ask(reply.json('Not Found', { status: 404 }))).toBeNull()
  expect(
    await ask(({ response }) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>none</h1>')),
  ).toBeNull()
  expect(await ask(reply.json({ status: '404' }), { none: 'body.status = "404"' })).toBeNull()
})

test('takes nothing but true for a definite no', async () => {
  expect(await ask(reply.json(PERSON), { none: 'body.result.full_name' })).toMatchObject({ name: 'ASHA RAO' })
})

test('does not read an HTML page as a definite no if the mapping uses the body', async () => {
  const trouble = await troubleOf(ask(reply.html(), { none: '$not($exists(body.result))' }))
  expect(trouble).toMatchObject({ trouble: 'unprocessable', sent: true })
})

test.each([
  [429, 'throttled'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [408, 'unavailable'],
  [425, 'unavailable'],
  [400, 'unprocessable'],
  [418, 'unprocessable'],
  [301, 'unprocessable'],
  [304, 'unprocessable'],
  [401, 'denied'],
  [403, 'denied'],
])('answers HTTP %i with %s, however the mapping sees it', async (status, trouble) => {
  const none = status === 400 || status === 418 ? 'status = 404' : 'true'
  const thrown = await troubleOf(ask(({ response }) => void response.writeHead(status).end(), { none }))
  expect(thrown).toMatchObject({ trouble, sent: true, message: expect.stringContaining(`HTTP ${status}`) })
})

test('follows no redirect', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    expect(await troubleOf(ask(reply.redirect(`${elsewhere.url}/`, status)))).toMatchObject({
      trouble: 'unprocessable',
    })
  }
  expect(elsewhere.connections).toBe(0)
})

describe('a hostile upstream is trouble, never an answer and never a no', () => {
  const expected: Readonly<Record<string, string>> = {
    'server error': 'unavailable',
    'bad gateway': 'unavailable',
    throttled: 'throttled',
    unauthorised: 'denied',
    reset: 'unavailable',
    'reset in the body': 'unavailable',
  }
  const none = 'status = 404 or body.error = "not found"'
  const record = '$count($keys(body.result)) > 0 ? body.result'
  test.each(Object.entries(MISBEHAVIOURS))('%s', async (name, misbehave) => {
    const trouble = await troubleOf(ask(misbehave, { none, record }))
    expect(isUpstreamError(trouble)).toBe(true)
    expect(trouble).toMatchObject({ trouble: expected[name] ?? 'unprocessable' })
  })
})

test.each([
  ['a number beyond a double', '{"result":{},"score":1e309}'],
  ['a key that reaches into prototypes', '{"result":{"__proto__":{"active":true}}}'],
  ['a constructor', '{"constructor":{"prototype":{"active":true}}}'],
  ['nesting without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['an escaped __proto__', '{"\\u005f_proto__":{}}'],
])('refuses %s at any place', async (_, text) => {
  expect(
    await troubleOf(ask(reply.rawJson(text), { record: '{ "pan": "a", "name": "b", "active": true }' })),
  ).toMatchObject({
    trouble: 'unprocessable',
    message: expect.stringContaining('not proper JSON'),
  })
  expect({}).not.toHaveProperty('active')
})

test('refuses a text that is no UTF-8, and does not guess', async () => {
  const trouble = await troubleOf(
    ask(reply.invalidUtf8(), { record: '{ "pan": "P", "name": body.name, "active": true }' }),
  )
  expect(trouble).toMatchObject({ trouble: 'unprocessable' })
})

test('takes the last of two equal keys', async () => {
  expect(
    await ask(reply.duplicateKeys('n', 'first', 'last'), { record: '{ "pan": "P", "name": body.n, "active": true }' }),
  ).toMatchObject({
    name: 'last',
  })
})

test('hands on values of a wrong type as they are, for the schema to refuse', async () => {
  const wrong = { result: { pan: 7, full_name: ['a'], status: {} } }
  expect(await ask(reply.json(wrong))).toEqual({ pan: 7, name: ['a'], active: false })
})

test.each(['body.result.nothing', 'body.result.pan', '[body.result]', '$sum', 'null', 'function($x){$x}'])(
  'refuses %s as a record',
  async (record) => {
    expect(await troubleOf(ask(reply.json(PERSON), { record }))).toMatchObject({ trouble: 'unprocessable', sent: true })
  },
)

test('says neither body, URL nor input in an error', async () => {
  const answers = [
    reply.json({ result: { pan: 'SECRETPAN', full_name: {} } }),
    reply.rawJson('SECRETPAN'),
    reply.status(400),
    reply.status(500),
  ]
  for (const answer of answers) {
    const trouble = await troubleOf(ask(answer, { record: '$number(body.result.pan)' }))
    expect(String(trouble)).toMatch(/^UpstreamError: registry\/http: HTTP \d{3}/)
    expect(String(trouble)).not.toMatch(/SECRETPAN|ABCPE0000F|127\.0\.0\.1|people/)
  }
})

test('reads no more of a gigabyte than is allowed, with flat memory', async () => {
  const before = process.memoryUsage().rss
  for (let round = 0; round < 5; round++) {
    expect(await troubleOf(ask(reply.huge(1_024)))).toMatchObject({ trouble: 'unprocessable', sent: true })
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
})

test('refuses a declared length beyond the limit before it reads', async () => {
  const lie: UpstreamReply = ({ response }) => {
    response.writeHead(200, { 'content-length': '1000000000' }).write('{')
  }
  expect(await troubleOf(ask(lie, {}, { maxReplyBytes: 5_000 }))).toMatchObject({
    message: expect.stringContaining('5000 bytes'),
  })
})

test('reads a body of just the allowed size', async () => {
  const padding = 'x'.repeat(5_000 - JSON.stringify({ ...PERSON, padding: '' }).length)
  expect(await ask(reply.json({ ...PERSON, padding }), {}, { maxReplyBytes: 5_000 })).toMatchObject({
    name: 'ASHA RAO',
  })
  const trouble = await troubleOf(ask(reply.json({ ...PERSON, padding: `${padding}x` }), {}, { maxReplyBytes: 5_000 }))
  expect(trouble).toMatchObject({ trouble: 'unprocessable' })
})

test('requests no compression and refuses a compressed reply unread', async () => {
  expect(await troubleOf(ask(reply.gzipBomb(20)))).toMatchObject({
    trouble: 'unprocessable',
    message: expect.stringContaining('compressed'),
  })
  expect(server.requests[0]?.headers['accept-encoding']).toBe('identity')
})
