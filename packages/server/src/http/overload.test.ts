import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { CallQueue } from '@parakh/core'
import { Clock, inr, service } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const CALM: CallQueue = { queued: 0, waitMs: 0, retryAfter: null, looksUp: true }
const PRESSED: CallQueue = { queued: 700, waitMs: 1_250, retryAfter: 2, looksUp: true }

describe('while too many calls wait for the ledger', () => {
  let test: ServerForTest
  let queue = CALM
  beforeAll(async () => {
    test = await serverForTest({ plugins: [lookup()] })
    Object.assign(test.store.billing, { queue: () => queue })
  })
  afterEach(() => {
    queue = CALM
  })
  afterAll(() => test.server.close())
  const get = (url: string, headers: Readonly<Record<string, string>> = test.sandbox.headers) =>
    test.app.inject({ url, headers })

  it.each([
    ['modern', '/api/v1/lookup?code=AA00', { success: false, error: { code: 'SERVICE_OVERLOADED' } }],
    ['legacy', '/api/v1/legacy-lookup?code=AA00', { status: '503', message: expect.stringContaining('not begun') }],
  ])('a new call is refused in the %s envelope, and told when to come again', async (_, url, body) => {
    queue = PRESSED
    const reply = await get(url)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])
    expect(reply.json()).toMatchObject(body)
    expect(reply.headers['x-outcome']).toBeUndefined()
  })

  it('it is refused before its credentials and its body are read, and nothing is written of it', async () => {
    const before = await test.store.usage.counts(test.account.id, 'sandbox', new Date())
    queue = PRESSED
    const payload = `{"code": ${'['.repeat(60_000)}`
    const headers = { 'content-type': 'application/json' }
    const reply = await test.app.inject({ method: 'POST', url: '/api/v1/post-lookup', payload, headers })
    expect([reply.statusCode, reply.json().error.code]).toEqual([503, 'SERVICE_OVERLOADED'])
    await get('/api/v1/lookup?code=AA00')
    queue = CALM
    expect(await test.store.usage.counts(test.account.id, 'sandbox', new Date())).toEqual(before)
    expect((await test.store.wallet.balance(test.account.id, 'sandbox')).balance).toBe(inr('100'))
  })

  it('one with a request id goes on where it may be looked up, because it may repeat an answered one', async () => {
    const headers = { ...test.sandbox.headers, 'x-request-id': 'answered-1' }
    const first = await get('/api/v1/lookup?code=AA00', headers)
    queue = PRESSED
    const again = await get('/api/v1/lookup?code=AA00', headers)
    expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body])
    queue = { ...PRESSED, looksUp: false }
    const refused = await get('/api/v1/lookup?code=AA00', headers)
    expect([refused.statusCode, refused.headers['x-request-id']]).toEqual([503, 'answered-1'])
  })

  it('health, metrics, descriptions and the admin API are answered', async () => {
    queue = { ...PRESSED, looksUp: false }
    const asked = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/admin/v1/openapi.json']
    const statuses = await Promise.all(asked.map(async (url) => [url, (await get(url)).statusCode]))
    expect(statuses).toEqual(asked.map((url) => [url, 200]))
  })

  it('refusals are counted, the wait is told, and one line of the log is written for many of them', async () => {
    queue = PRESSED
    for (let nth = 0; nth < 50; nth += 1) await get('/api/v1/items/AA00')
    const { body } = await get('/metrics')
    expect(body).toContain('parakh_overload_refusals_total{endpoint="item"} 50')
    expect(body).toContain('parakh_ledger_queue_operations 700')
    expect(body).toContain('parakh_ledger_wait_seconds 1.25')
    expect(body).not.toContain('parakh_call_duration_seconds_count{endpoint="item"}')
    expect(test.logger.of('overload.refused')).toHaveLength(1)
    expect(test.logger.of('request').filter(({ facts }) => facts['code'] === 'SERVICE_OVERLOADED')).toEqual([])
  })
})

it('refusals beyond 500 in a second are held for a while, so that callers who do not wait take no time from the others', async () => {
  const clock = manualClock()
  const test = await serverForTest({ plugins: [lookup()], services: [service(Clock, {}, () => clock)] })
  Object.assign(test.store.billing, { queue: () => PRESSED })
  const call = () => test.app.inject('/api/v1/lookup?code=AA00').then(({ statusCode }) => statusCode)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    expect(new Set(await Promise.all(Array.from({ length: 500 }, call)))).toEqual(new Set([503]))
    const answered: number[] = []
    const held = call().then((status) => answered.push(status))
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    vi.advanceTimersByTime(1_500)
    clock.advance(999)
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    expect(answered).toEqual([])
    vi.advanceTimersByTime(2)
    await held
    expect(answered).toEqual([503])
    clock.advance(1)
    expect(await call()).toBe(503)
  } finally {
    vi.useRealTimers()
    await test.server.close()
  }
})

describe('a flood of connections', () => {
  it('is closed at once beyond the most that may be open, and others are served on', { timeout: 30_000 }, async () => {
    const config = { server: { port: 0, overload: { mostConnections: 3 }, operations: { port: 0 } } }
    const test = await serverForTest({
      plugins: [lookup({ live: live(async (code) => ({ code, name: 'A' })) })],
      config,
    })
    const { url, operations } = await test.server.listen()
    const { port, hostname } = new URL(url)
    const open = async (): Promise<Socket> => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      return socket
    }
    const good = await open()
    const idle = [await open(), await open()]
    const beyond = await Promise.all(Array.from({ length: 10 }, open))
    await Promise.all(beyond.map(async (socket) => socket.closed || (await once(socket, 'close'))))
    const answered = once(good, 'data')
    good.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /)
    expect(idle.map(({ readyState }) => readyState)).toEqual(['open', 'open'])
    const metrics = await (await fetch(`${operations}/metrics`)).text()
    expect(metrics).toContain('parakh_connections_dropped_total 10')
    expect(test.logger.of('overload.refused')).toHaveLength(1)
    for (const socket of [good, ...idle]) socket.destroy()
    await test.server.close()
  })
})
