import { createServer as createHttp, type IncomingHttpHeaders, request as requestHttp, type Server } from 'node:http'
import { join } from 'node:path'
import { createServer, loadConfig } from '@parakh/server'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import type { Finding } from './finding.ts'
import { requestIdFindings } from './request-ids.ts'

let cli: TestCli
let served: Awaited<ReturnType<typeof createServer>>
let upstream: string
const logger = collectingLogger()
beforeAll(async () => {
  cli = await testCliWithAccount()
  const config = await loadConfig(join(cli.folder, 'parakh.yaml'))
  served = await createServer({ ...config, server: { ...config.server, port: 0 } }, { logger })
  upstream = (await served.listen()).url
})
afterAll(async () => {
  await served.close()
  await cli[Symbol.asyncDispose]()
})

type Headers = IncomingHttpHeaders
/** A proxy on this machine that changes the headers of requests and of answers. */
async function behind<T>(
  change: (headers: Headers) => Headers,
  work: (url: string) => Promise<T>,
  answer: (headers: Headers) => Headers = (headers) => headers,
): Promise<T> {
  const proxy: Server = createHttp((incoming, outgoing) => {
    const { method, url } = incoming
    const sent = requestHttp(`${upstream}${url}`, { method, headers: change({ ...incoming.headers }) }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, answer({ ...reply.headers }))
      reply.pipe(outgoing)
    })
    sent.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(sent)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const address = proxy.address()
  try {
    return await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  } finally {
    proxy.closeAllConnections()
    await new Promise((closed) => proxy.close(closed))
  }
}
const without =
  (...names: readonly string[]) =>
  (headers: Headers): Headers =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
const states = (findings: readonly Finding[]) => findings.map(({ state, found }) => `${state} ${found.split(':')[0]}`)

const FINE = 'ok Idempotency-Key and X-Request-Id reach the server unchanged'
const REPLACED = 'warn A proxy replaces X-Request-Id'
const LOST = 'act Idempotency-Key does not reach the server unchanged'

it.each([
  ['passes both headers', (headers: Headers) => headers, [FINE]],
  ['replaces X-Request-Id', (headers: Headers) => ({ ...headers, 'x-request-id': crypto.randomUUID() }), [REPLACED]],
  ['drops X-Request-Id', without('x-request-id'), [REPLACED]],
  ['drops Idempotency-Key', without('idempotency-key'), [LOST]],
  ['replaces Idempotency-Key', (headers: Headers) => ({ ...headers, 'idempotency-key': 'other' }), [LOST]],
  [
    'repeats Idempotency-Key',
    (headers: Headers) => ({
      ...headers,
      'idempotency-key': `${headers['idempotency-key']}, ${headers['idempotency-key']}`,
    }),
    [LOST],
  ],
  [
    'passes the key without its quotes',
    (headers: Headers) => ({ ...headers, 'idempotency-key': `${headers['idempotency-key']}`.replaceAll('"', '') }),
    [FINE],
  ],
  ['drops both headers', without('x-request-id', 'idempotency-key'), [LOST, REPLACED]],
] as const)('reports a proxy that %s', async (_, change, expected) => {
  expect(states(await behind(change, requestIdFindings))).toEqual(expected)
})

it('recognizes the key in the body if a proxy drops the header of the answer', async () => {
  const findings = await behind((headers) => headers, requestIdFindings, without('idempotency-key'))
  expect(states(findings)).toEqual([FINE])
})

it('reports an answer that is not one of Parakh as unknown', async () => {
  const findings = await behind((headers) => headers, requestIdFindings, without('x-request-id'))
  expect(findings).toMatchObject([{ state: 'unknown', found: expect.stringContaining('answered 401') }])
  expect(await requestIdFindings('http://127.0.0.1:9')).toMatchObject([{ state: 'unknown' }])
})

it('is part of parakh doctor, whose exit code is 0 for a warning and 1 for a lost key', async () => {
  const doctor = (url: string) => cli.parakh('doctor', '--url', url)
  const warned = await behind(without('x-request-id'), doctor)
  expect(warned.out).toMatch(/WARNING retries .*\n {22}Callers must send Idempotency-Key/)
  expect(warned.out).not.toContain('TO DO   retries')
  const lost = await behind(without('idempotency-key'), doctor)
  expect([lost.code, /TO DO {3}retries/.test(lost.out)]).toEqual([1, true])
})

it('charges nobody: the probe has no credentials and leaves no usage row', () => {
  const lines = logger.of('request').map(({ facts }) => facts)
  const probes = lines.filter(({ endpoint }) => endpoint === 'balance')
  expect(probes.length).toBeGreaterThan(5)
  expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([401]))
  expect(lines.filter(({ account }) => account !== null)).toEqual([])
})
