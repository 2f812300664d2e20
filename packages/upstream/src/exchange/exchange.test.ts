import { once } from 'node:events'
import { createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import {
  collectingLogger,
  ENDLESS_MISBEHAVIOURS,
  EXPIRED_CERTIFICATE,
  type FakeUpstream,
  fakeUpstream,
  manualClock,
  reply,
} from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const ORDER = {
  path: '/orders',
  body: { ref: 'reference', item: 'input.item' },
  record: { state: 'body.state' },
} as const
let upstream: ReturnType<typeof createUpstream>
let server: FakeUpstream
/** Other tests run on the same cores. */
const PATIENTLY = { timeout: 20_000 }
const servers: { server: Server; sockets: Set<Socket> }[] = []
beforeEach(async () => {
  upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
  server = await fakeUpstream()
})
afterEach(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
  for (const { server: plain, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => plain.close(resolve))
  }
})
const order = (baseUrl: string, signal?: AbortSignal, source: object = {}) =>
  run(
    implementation(upstream, { baseUrl, ...source, operations: { order: ORDER } })['order'],
    { item: 'card' },
    attempt(signal),
  )
const person = (baseUrl: string, signal?: AbortSignal, source: object = {}) =>
  run(
    implementation(upstream, { baseUrl, ...source, operations: { person: ASK_PERSON } })['person'],
    { pan: 'P' },
    attempt(signal),
  )

/** Listens on a free port and speaks something else than good HTTP. */
async function listen(made: Server): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  made.on('connection', (socket) => {
    sockets.add(socket.resume())
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  servers.push({ server: made, sockets })
  await once(made.listen(0, '127.0.0.1'), 'listening')
  const address = made.address()
  return { port: typeof address === 'object' && address ? address.port : 0, sockets }
}
const speaking = (text: string) =>
  listen(createPlainServer((socket) => void socket.once('data', () => socket.end(text))))

describe('says whether a byte can have left', () => {
  test('not where the connection is refused', async () => {
    expect(await troubleOf(order('http://127.0.0.1:1'))).toMatchObject({ trouble: 'unavailable', sent: false })
  })

  test('not where the name does not resolve', async () => {
    expect(await troubleOf(order('http://upstream.invalid'))).toMatchObject({ trouble: 'unavailable', sent: false })
  })

  test('not if the upstream speaks no TLS', async () => {
    expect(await troubleOf(order(server.url.replace('http:', 'https:')))).toMatchObject({
      trouble: 'unavailable',
      sent: false,
    })
    expect(server.requests).toHaveLength(0)
  })

  test('not with an untrusted certificate, whatever the environment', async () => {
    const { port } = await listen(
      createTlsServer(EXPIRED_CERTIFICATE, (socket) => void socket.once('data', () => socket.end())),
    )
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      expect(await troubleOf(order(`https://localhost:${port}`))).toMatchObject({ trouble: 'unavailable', sent: false })
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  })

  test('not if the TLS handshake never ends', async () => {
    const { port, sockets } = await listen(createPlainServer())
    const trouble = await troubleOf(order(`https://127.0.0.1:${port}`, undefined, { timeoutMs: 100 }))
    expect(trouble).toMatchObject({ trouble: 'unavailable', sent: false })
    await upstream[Symbol.asyncDispose]()
    await expect.poll(() => sockets.size, PATIENTLY).toBe(0)
  })

  test('not while it waits for a free connection', async () => {
    upstream = createUpstream({ clock: manualClock(), logger: collectingLogger(), settings: { connections: 1 } })
    server.answer(reply.hang(), reply.json({ state: 'accepted' }))
    const compiled = implementation(upstream, { baseUrl: server.url, operations: { order: ORDER } })
    const send = (item: string, signal?: AbortSignal) => run(compiled['order'], { item }, attempt(signal))
    const [first, second] = [new AbortController(), new AbortController()]
    const underWay = troubleOf(send('first', first.signal))
    await expect.poll(() => server.requests.length, PATIENTLY).toBe(1)
    const waiting = troubleOf(send('second', second.signal))
    await new Promise((resolve) => setTimeout(resolve, 50))
    second.abort()
    expect(await waiting).toMatchObject({ trouble: 'unavailable', sent: false })
    first.abort()
    expect(await underWay).toMatchObject({ trouble: 'unavailable', sent: true })
    expect(await send('third')).toEqual({ state: 'accepted' })
    expect(server.requests.map(({ body }) => JSON.parse(body).item)).toEqual(['first', 'third'])
  })

  test('not where its time had passed when a connection came, although no timer has told: this process was stopped', async () => {
    upstream = createUpstream({ clock: manualClock(), logger: collectingLogger(), settings: { connections: 1 } })
    server.answer(reply.hang(), reply.json({ state: 'accepted' }))
    const compiled = implementation(upstream, { baseUrl: server.url, operations: { order: ORDER } })
    const first = new AbortController()
    const underWay = troubleOf(run(compiled['order'], { item: 'first' }, attempt(first.signal)))
    await expect.poll(() => server.requests.length, PATIENTLY).toBe(1)
    const waiting = troubleOf(run(compiled['order'], { item: 'second' }, attempt()))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const now = performance.now()
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(now + 8_000)
    first.abort()
    expect(await waiting).toMatchObject({ trouble: 'unavailable', sent: false })
    stopped.mockRestore()
    await underWay
    expect(server.requests).toHaveLength(1)
  })

  test('it can where the reply is lost', async () => {
    server.answer(reply.reset())
    expect(await troubleOf(order(server.url))).toMatchObject({ trouble: 'unavailable', sent: true })
    expect(server.requests).toHaveLength(1)
  })

  test('it can where the deadline passes before the reply', async () => {
    server.answer(reply.hang())
    const ending = new AbortController()
    const asked = troubleOf(order(server.url, ending.signal))
    await expect.poll(() => server.requests.length, PATIENTLY).toBe(1)
    ending.abort()
    expect(await asked).toMatchObject({ trouble: 'unavailable', sent: true })
  })

  test('not where the deadline had passed before it began', async () => {
    expect(await troubleOf(order(server.url, AbortSignal.abort()))).toMatchObject({
      trouble: 'unavailable',
      sent: false,
    })
    expect(server.connections).toBe(0)
  })
})

describe('ends an endless reply, and leaves no connection open', () => {
  test.each(Object.entries(ENDLESS_MISBEHAVIOURS))('%s, by the timeout of the attempt', async (_, misbehave) => {
    let open = 0
    server.answer((exchange) => {
      open += 1
      exchange.response.on('close', () => {
        open -= 1
      })
      return misbehave(exchange)
    })
    expect(await troubleOf(person(server.url, undefined, { timeoutMs: 150 }))).toMatchObject({
      trouble: 'unavailable',
      sent: true,
    })
    await expect.poll(() => open, PATIENTLY).toBe(0)
  })
})

describe('takes nonsense for unprocessable', () => {
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a broken header', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n{}'],
    ['headers beyond measure', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n{}`],
    ['chunks without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{}'],
    ['a length that lies', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}   '],
  ])('%s', async (_, text) => {
    const { port } = await speaking(text)
    expect(await troubleOf(person(`http://127.0.0.1:${port}`))).toMatchObject({ trouble: 'unprocessable', sent: true })
  })
})

test('treats a body shorter than its declared length as a lost connection', async () => {
  const { port } = await speaking('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"result":{}}')
  expect(await troubleOf(person(`http://127.0.0.1:${port}`))).toMatchObject({
    trouble: 'unavailable',
    sent: true,
    replied: true,
  })
})

test('reads on after an interim reply', async () => {
  const body = JSON.stringify(PERSON)
  const { port } = await speaking(
    `HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  expect(await person(`http://127.0.0.1:${port}`)).toMatchObject({ name: 'ASHA RAO' })
})

test('keeps the connection for the next request', async () => {
  upstream = createUpstream({ clock: manualClock(), logger: collectingLogger(), settings: { connections: 1 } })
  server.answer(reply.json(PERSON))
  const compiled = implementation(upstream, { baseUrl: server.url, operations: { person: ASK_PERSON } })
  for (let round = 0; round < 5; round++) await run(compiled['person'], { pan: 'P' }, attempt())
  expect(server.requests).toHaveLength(5)
  expect(server.connections).toBe(1)
})

test('uses no proxy of the environment', async () => {
  const proxy = await fakeUpstream()
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NODE_USE_ENV_PROXY: '1' })
  try {
    server.answer(reply.json(PERSON))
    expect(await person(server.url)).toMatchObject({ name: 'ASHA RAO' })
    expect(proxy.connections).toBe(0)
  } finally {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'NODE_USE_ENV_PROXY']) delete process.env[name]
    await proxy.close()
  }
})
