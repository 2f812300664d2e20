import { connect } from 'node:net'
import { inr } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

/** Sends raw bytes and returns the response until it is complete or the connection ends. */
async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  socket.write(text)
  await new Promise<void>((resolve, reject) => {
    // The server may close the connection early, so that further writes fail.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.once('close', () => resolve())
  })
  return received
}

/** A promise that is resolved from outside. */
function gateway() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

describe('over a socket', () => {
  let test: ServerForTest
  let url: string
  beforeAll(async () => {
    test = await serverForTest({ plugins: [lookup()] })
    url = (await test.server.listen()).url
  })
  afterAll(() => test.server.close())

  it('gives the address at which it is reached', () => {
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  })

  it('answers 413 to a body of one megabyte', async () => {
    const reply = await fetch(`${url}/api/v1/post-lookup`, {
      method: 'POST',
      body: JSON.stringify({ code: 'x'.repeat(1_048_576) }),
      headers: { ...test.sandbox.headers, 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  it('answers 413 to a body whose length is not announced', async () => {
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`{"code":"${'x'.repeat(100_000)}"}`))
        controller.close()
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: parts,
      duplex: 'half',
      headers: { ...test.sandbox.headers, 'content-type': 'application/json' },
    }
    expect((await fetch(`${url}/api/v1/post-lookup`, init)).status).toBe(413)
  })

  it.each([
    [
      'a control character in a request id',
      'GET /api/v1/lookup?code=AA00 HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\u0001b\r\nConnection: close\r\n\r\n',
    ],
    ['bytes that are not HTTP', 'HELLO\r\n\r\n'],
    ['two lengths', 'POST /api/v1/post-lookup HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{'],
  ])('answers 400 in the envelope to %s', async (_, text) => {
    const reply = await raw(url, text)
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(reply).toContain('"code":"BAD_REQUEST"')
  })

  it.each([
    ['another request that is no HTTP', '\r\nHELLO\r\n\r\n'],
    ['a body that a GET has not, and that is none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ])('tells what a call was answered and charged before %s, and closes', async (_, rest) => {
    const [[name, key], [other, secret]] = Object.entries(test.sandbox.headers) as [[string, string], [string, string]]
    const head = `GET /api/v1/lookup?code=AA00 HTTP/1.1\r\nHost: x\r\n${name}: ${key}\r\n${other}: ${secret}\r\n`
    const reply = await raw(url, `${head}${rest}`)
    expect(reply).toMatch(/^HTTP\/1\.1 200 .*"charged":0\.5/s)
    expect(reply).not.toContain('BAD_REQUEST')
  })

  it('counts a call whose client hangs up in the middle of its body, with its address', async () => {
    const { key, apiSecret } = await test.store.keys.create({ accountId: test.account.id, environment: 'sandbox' })
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const proof = `X-Api-Key: ${key.publicId}\r\nX-Api-Secret: ${apiSecret}`
    const type = 'Content-Type: application/json\r\nContent-Length: 99'
    socket.end(`POST /api/v1/post-lookup HTTP/1.1\r\nHost: x\r\n${proof}\r\n${type}\r\n\r\n{"code":`)
    await new Promise((resolve) => socket.resume().once('close', resolve))
    const asked = { account_id: test.account.id, environment: 'sandbox', key_id: key.id }
    const usage = () => test.server.host.run('usage.list', asked, { operator: 't' })
    await expect
      .poll(usage)
      .toMatchObject({ items: [{ code: 'BAD_REQUEST', ip: expect.stringMatching(/127\.0\.0\.1|::1/) }] })
  })

  it('answers 431 to headers of a megabyte', async () => {
    const reply = await raw(url, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\n`)
    expect(reply === '' || reply.startsWith('HTTP/1.1 431')).toBe(true)
  })

  it('names no software in its headers', async () => {
    const reply = await fetch(`${url}/api/v1/nothing`)
    expect(reply.headers.has('x-powered-by')).toBe(false)
    expect(reply.headers.has('server')).toBe(false)
  })

  it('ignores X-Forwarded-For unless trustProxy is set', async () => {
    const { key, apiSecret } = await test.store.keys.create({
      accountId: test.account.id,
      environment: 'sandbox',
      ipRanges: ['203.0.113.0/24'],
    })
    const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret, 'x-forwarded-for': '203.0.113.9' }
    expect((await fetch(`${url}/api/v1/lookup?code=AA00`, { headers })).status).toBe(403)
    const proxied = await serverForTest({
      plugins: [lookup()],
      config: { server: { port: 0, trustProxy: ['loopback'] } },
    })
    const own = await proxied.store.keys.create({
      accountId: proxied.account.id,
      environment: 'sandbox',
      ipRanges: ['203.0.113.0/24'],
    })
    const { url: address } = await proxied.server.listen()
    const reply = await fetch(`${address}/api/v1/lookup?code=AA00`, {
      headers: { 'x-api-key': own.key.publicId, 'x-api-secret': own.apiSecret, 'x-forwarded-for': '203.0.113.9' },
    })
    expect(reply.status).toBe(200)
    await proxied.server.close()
  })
})

describe('the end of a server', () => {
  it('lets calls in flight finish and settle, refuses new ones, and then closes the store', async () => {
    const gate = gateway()
    const met = gateway()
    const find = async (code: string) => {
      met.resolve()
      await gate.promise
      return { code, name: 'Late' }
    }
    const test = await serverForTest({ plugins: [lookup({ live: live(find) })] })
    const production = await test.key('production')
    const wallet = { accountId: test.account.id, environment: 'production' } as const
    await test.store.wallet.credit({ ...wallet, amount: inr('5'), reference: 'r', actor: 't' })
    const { url } = await test.server.listen()
    const call = fetch(`${url}/api/v1/lookup?code=AB12`, { headers: production.headers })
    await met.promise
    const closing = test.server.close()
    const ready = await test.app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'draining' })
    const refused = await test.app.inject({
      method: 'GET',
      url: '/api/v1/lookup?code=AB12',
      headers: production.headers,
    })
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } })
    gate.resolve()
    expect((await call).status).toBe(200)
    await closing
    expect((await test.store.wallet.balance(test.account.id, 'production')).balance).toBe(inr('4.50'))
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    await test.server.close()
    await expect(test.server.listen()).rejects.toMatchObject({ code: 'SERVER_CLOSED' })
  })

  it('is not ready at once, and takes calls for the drain delay', async () => {
    const test = await serverForTest({
      plugins: [lookup()],
      config: { server: { port: 0, drainDelaySeconds: 2 } },
    })
    await test.server.listen()
    const closing = test.server.close()
    expect((await test.app.inject('/readyz')).statusCode).toBe(503)
    const call = { url: '/api/v1/lookup?code=AA00', headers: test.sandbox.headers }
    expect((await test.app.inject(call)).statusCode).toBe(200)
    await closing
    await expect(test.server.listen()).rejects.toMatchObject({ code: 'SERVER_CLOSED' })
  })
})
