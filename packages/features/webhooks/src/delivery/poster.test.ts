import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '@parakh/core'
import { afterEach, expect, it } from 'vitest'
import { createPoster, type Poster, type PosterOptions } from './poster.ts'

const clock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }
const opened: (Server | Poster)[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) {
    if ('post' in one) await one.close()
    else {
      one.closeAllConnections()
      await new Promise((closed) => one.close(closed))
    }
  }
})

async function receiver(
  listener: RequestListener,
): Promise<{ port: number; requests: IncomingMessage[]; sockets: Set<unknown> }> {
  const requests: IncomingMessage[] = []
  const sockets = new Set<unknown>()
  const server = createServer((request, response) => {
    requests.push(request)
    sockets.add(request.socket)
    listener(request, response)
  })
  server.on('connection', (socket) => sockets.add(socket))
  opened.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, requests, sockets }
}
const poster = (more: Partial<PosterOptions> = {}): Poster => {
  const made = createPoster({
    ...{ clock, timeoutMs: 2_000, connections: 2, resolve: async () => ['127.0.0.1'] },
    policy: { allowInsecure: true, allowTargets: ['127.0.0.1'] },
    ...more,
  })
  opened.push(made)
  return made
}
const post = (by: Poster, url: string) =>
  by.post({ queue: 'one', url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":"\u20b9"}') })
const answering =
  (status: number, headers: Record<string, string> = {}, body = 'ok'): RequestListener =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

it('posts the bytes to the path and query, under the name, to the address that was checked', async () => {
  const bodies: Buffer[] = []
  const { port, requests } = await receiver((request, response) => {
    request.on('data', (chunk) => bodies.push(chunk))
    request.on('end', () => response.writeHead(201).end('taken'))
  })
  const posted = await post(poster(), `http://hooks.example.in:${port}/a/b?c=d`)
  expect(posted).toMatchObject({ httpStatus: 201, error: null, responseExcerpt: 'taken' })
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/a/b?c=d', headers: { host: `hooks.example.in:${port}` } })
  expect(Buffer.concat(bodies).toString()).toBe('{"a":"\u20b9"}')
})

it('uses a connection again', async () => {
  const { port, sockets } = await receiver(answering(200))
  const one = poster({ connections: 20 })
  for (let count = 0; count < 20; count += 1) await post(one, `http://hooks.example.in:${port}/`)
  // Its first connection may not be free yet when the second request comes.
  expect(sockets.size).toBeLessThan(3)
})

it('connects to nothing once a name has moved to an address that is not allowed, however often it moves', async () => {
  const { port, sockets, requests } = await receiver(answering(200))
  const moving = ['93.184.216.34', '127.0.0.1', '93.184.216.34', '127.0.0.1']
  // Public at first, as when it was registered; then this machine. Nothing is listed as allowed.
  const one = poster({
    policy: { allowInsecure: true, allowTargets: [] },
    resolve: async () => [moving.splice(0, 2)[1] ?? '127.0.0.1'],
  })
  for (let count = 0; count < 3; count += 1)
    expect(
      await one.post({ queue: 'one', url: 'http://rebind.example.in/', headers: {}, body: Buffer.from('') }),
    ).toMatchObject({
      ...{ error: 'TARGET_BLOCKED', httpStatus: null, responseExcerpt: null },
    })
  expect(port).toBeGreaterThan(0)
  expect([sockets.size, requests.length]).toEqual([0, 0])
})

it('uses no connection of before, either, once its name has moved', async () => {
  const { port, requests } = await receiver(answering(200))
  let address = '127.0.0.1'
  const one = poster({ resolve: async () => [address] })
  await post(one, `http://hooks.example.in:${port}/`)
  address = '10.0.0.1'
  expect(await post(one, `http://hooks.example.in:${port}/`)).toMatchObject({ error: 'TARGET_BLOCKED' })
  expect(requests).toHaveLength(1)
})

it('goes on to the next address where one does not answer', async () => {
  const { port } = await receiver(answering(200))
  const one = poster({
    resolve: async () => ['127.0.0.2', '127.0.0.1'],
    policy: { allowInsecure: true, allowTargets: ['127.0.0.0/8'] },
  })
  expect(await post(one, `http://hooks.example.in:${port}/`)).toMatchObject({ httpStatus: 200 })
})

it('follows no redirect', async () => {
  const inner = await receiver(answering(200, {}, 'secret'))
  const { port } = await receiver(answering(302, { location: `http://127.0.0.1:${inner.port}/` }, ''))
  expect(await post(poster(), `http://hooks.example.in:${port}/`)).toMatchObject({
    ...{ httpStatus: 302, error: 'REDIRECT_REFUSED' },
  })
  expect(inner.requests).toHaveLength(0)
})

it('keeps the first kilobyte of an answer, and nothing that steers a terminal or that a database refuses', async () => {
  const long = await receiver(answering(500, {}, `\u0000\u001b[31m${'x'.repeat(2_000)}`))
  const posted = await post(poster(), `http://hooks.example.in:${long.port}/`)
  expect(posted).toMatchObject({ httpStatus: 500, error: 'HTTP_STATUS' })
  expect(posted.responseExcerpt).toMatch(/^\ufffd\ufffd\[31mx+$/)
  expect(posted.responseExcerpt).toHaveLength(1_024)
})

it('does not read on where an answer never ends', async () => {
  const { port } = await receiver((_request, response) => {
    response.writeHead(200)
    const more = () => void (response.writable && response.write('x'.repeat(4_096), () => setImmediate(more)))
    more()
  })
  expect(await post(poster(), `http://hooks.example.in:${port}/`)).toMatchObject({ httpStatus: 200, error: null })
})

it('gives up after its time, whether the answer, its rest or the name is missing', async () => {
  const silent = await receiver(() => undefined)
  expect(await post(poster({ timeoutMs: 100 }), `http://hooks.example.in:${silent.port}/`)).toMatchObject({
    error: 'TIMEOUT',
  })
  const half = await receiver((_request, response) => void response.writeHead(200).write('begin'))
  expect(await post(poster({ timeoutMs: 100 }), `http://hooks.example.in:${half.port}/`)).toMatchObject({
    httpStatus: 200,
  })
  const nameless = poster({ timeoutMs: 100, resolve: () => new Promise(() => undefined) })
  expect(await post(nameless, 'http://hooks.example.in/')).toMatchObject({ error: 'TIMEOUT' })
})

it('tells a receiver that refuses from one that breaks off, from a name that nobody knows', async () => {
  const broken = await receiver((request) => request.socket.destroy())
  expect(await post(poster(), `http://hooks.example.in:${broken.port}/`)).toMatchObject({ error: 'CONNECTION_LOST' })
  expect(await post(poster(), 'http://hooks.example.in:1/')).toMatchObject({ error: 'CONNECTION_REFUSED' })
  expect(await post(poster({ resolve: async () => [] }), 'http://hooks.example.in/')).toMatchObject({
    error: 'DNS_FAILED',
  })
  const plain = await receiver(answering(200))
  expect(await post(poster(), `https://hooks.example.in:${plain.port}/`)).toMatchObject({ error: 'TLS_FAILED' })
})

it('hears what the receiver asks for', async () => {
  const { port } = await receiver(answering(503, { 'retry-after': '120' }))
  expect(await post(poster(), `http://hooks.example.in:${port}/`)).toMatchObject({ retryAfterMs: 120_000 })
})

/** A certificate of a name, of this run alone. */
function certificateOf(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-tls-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2']
    execFileSync('openssl', [...made, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'connects to the checked address with the name of the URL in SNI and Host, and checks the certificate against it',
  async () => {
    const { key, cert } = certificateOf('hooks.example.in')
    const names: unknown[] = []
    const server = createSecureServer({ key, cert }, (request, response) => {
      names.push((request.socket as TLSSocket & { servername?: string }).servername, request.headers.host)
      response.end()
    })
    opened.push(server)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const policy = { allowInsecure: false, allowTargets: ['127.0.0.1'] }
    const one = poster({ policy, ca: cert })
    expect(await post(one, `https://hooks.example.in:${port}/`)).toMatchObject({ httpStatus: 200, error: null })
    expect(names).toEqual(['hooks.example.in', `hooks.example.in:${port}`])
    expect(await post(one, `https://other.example.in:${port}/`)).toMatchObject({ error: 'TLS_FAILED' })
    expect(await post(poster({ policy }), `https://hooks.example.in:${port}/`)).toMatchObject({ error: 'TLS_FAILED' })
  },
)
