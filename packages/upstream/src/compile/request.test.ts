import { Identifier } from '@parakh/core'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
let server: FakeUpstream
beforeAll(async () => {
  server = await fakeUpstream()
})
beforeEach(() => {
  server.reset()
  server.answer(reply.json(PERSON))
})
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
})
const person = (over: object, source: object = {}) =>
  implementation(upstream, {
    baseUrl: `${server.url}/api/`,
    ...source,
    operations: { person: { ...ASK_PERSON, ...over } },
  })
const ask = (over: object, input: object = { pan: 'ABCPE0000F' }, source: object = {}) =>
  run(person(over, source)['person'], input, attempt())

test('maps a GET: prefix, path, query and headers out, record in', async () => {
  const over = {
    query: { year: 'input.year', ref: 'reference', tag: 'input.tags', flag: 'true' },
    headers: { 'X-Request': '"call-" & reference', 'X-Absent': 'input.year' },
  }
  const record = await ask(
    { ...over },
    { pan: 'ABCPE0000F', tags: ['a', 'b c'] },
    { headers: { 'X-API-Key': 'k {{ input.pan }}' } },
  )
  expect(record).toEqual({ pan: 'ABCPE0000F', name: 'ASHA RAO', active: true })
  const [request] = server.requests
  expect(request).toMatchObject({
    method: 'GET',
    path: '/api/people/ABCPE0000F',
    query: { ref: 'REF1', tag: 'b c', flag: 'true' },
    body: '',
  })
  expect(request?.query).not.toHaveProperty('year')
  expect(request?.headers).toMatchObject({
    'x-request': 'call-REF1',
    'x-api-key': 'k {{ input.pan }}',
    'accept-encoding': 'identity',
  })
  expect(request?.headers).not.toHaveProperty('x-absent')
})

test('maps a POST whose body is given field by field, and leaves out what is undefined', async () => {
  await ask({ body: { id: 'input.pan', year: 'input.year', nested: '{ "ref": reference }' } })
  const [request] = server.requests
  expect(request?.method).toBe('POST')
  expect(request?.headers['content-type']).toBe('application/json')
  expect(JSON.parse(request?.body ?? '')).toEqual({ id: 'ABCPE0000F', nested: { ref: 'REF1' } })
})

test('maps a body that is one expression, by PUT', async () => {
  await ask({ method: 'PUT', body: '[{ "pan": input.pan }]' })
  expect(server.requests[0]).toMatchObject({ method: 'PUT', body: '[{"pan":"ABCPE0000F"}]' })
})

test('sends a form or text by the content type', async () => {
  await ask(
    { body: { pan: 'input.pan', q: '"a&b=c"' } },
    { pan: 'P' },
    { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  )
  expect(server.requests[0]?.body).toBe('pan=P&q=a%26b%3Dc')
  await ask({ headers: { 'content-type': '"text/xml"' }, body: '"<pan>" & input.pan & "</pan>"' })
  expect(server.requests[1]?.body).toBe('<pan>ABCPE0000F</pan>')
})

test('appends the query to one in the path', async () => {
  await ask({ path: '/people?kind=all', query: { pan: 'input.pan' } })
  expect(server.requests[0]).toMatchObject({ path: '/api/people', query: { kind: 'all', pan: 'ABCPE0000F' } })
})

test('encodes a part of a path, so that it stays in its segment', async () => {
  await ask({}, { pan: 'A/B?c=d#e é' })
  expect(server.requests[0]?.path).toBe('/api/people/A%2FB%3Fc%3Dd%23e%20%C3%A9')
})

test.each(['..', '.', '', { a: 1 }, null])('refuses a path part of %j before anything is sent', async (pan) => {
  expect(await troubleOf(ask({}, { pan }))).toMatchObject({ trouble: 'unprocessable', sent: false })
  expect(server.requests).toHaveLength(0)
})

test('refuses a header value that would break out of its line', async () => {
  const trouble = await troubleOf(ask({ headers: { 'x-pan': 'input.pan' } }, { pan: 'a\r\nx-admin: 1' }))
  expect(trouble).toMatchObject({ trouble: 'unprocessable', sent: false })
  expect(String(trouble)).not.toContain('admin')
  expect(server.requests).toHaveLength(0)
})

test('gives an upstream the whole text of a protected number', async () => {
  const compiled = implementation(upstream, {
    baseUrl: server.url,
    operations: { resident: { path: '/residents', body: { uid: 'input.aadhaar' }, record: { name: 'body.name' } } },
  })
  server.answer(reply.json({ name: 'ASHA RAO' }))
  await run(compiled['resident'], { aadhaar: new Identifier('999941057058', 'XXXX XXXX 7058') }, attempt())
  expect(server.requests[0]?.body).toBe('{"uid":"999941057058"}')
})

test('never puts the protected number into an error', async () => {
  const compiled = implementation(upstream, {
    baseUrl: server.url,
    operations: {
      resident: { path: '/r', query: { uid: '$number(input.aadhaar & "x")' }, record: { name: 'body.name' } },
    },
  })
  const trouble = await troubleOf(
    run(compiled['resident'], { aadhaar: new Identifier('999941057058', 'XXXX XXXX 7058') }, attempt()),
  )
  expect(trouble).toMatchObject({ trouble: 'unprocessable', sent: false })
  expect(trouble instanceof Error ? `${trouble.message} ${trouble.stack} ${String(trouble.cause)}` : '').not.toContain(
    '9999',
  )
})
