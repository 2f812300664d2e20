import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http'
import { inr, Keys, Store, service, Wallet } from '@parakh/core'
import documents from '@parakh/documents'
import { decide } from '@parakh/kernel'
import { collectingLogger, createMemoryStore } from '@parakh/testkit'
import express from 'express'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { cards } from '../test/card-plugin.ts'
import { secretsForTest } from '../test/server-for-test.ts'
import type { Config } from './config/schema.ts'
import { type ParakhDecorator, parakh } from './fastify-plugin.ts'
import { createServer } from './server.ts'
import { systemClock } from './services/system-clock.ts'
import { ulidIds } from './services/ulid-ids.ts'

const Card = z.object({ data: z.object({ pdf_url: z.string() }) })
const OpenApi = z.object({ servers: z.array(z.object({ url: z.string() })), paths: z.record(z.string(), z.unknown()) })
const Postman = z.object({ variable: z.array(z.object({ key: z.string(), value: z.string() })) })
const EVIL = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function configOf(
  server: NonNullable<Config['server']>,
  plugin = cards(),
): {
  config: Config
  headers: () => Promise<Record<string, string>>
} {
  const clock = systemClock()
  const store = createMemoryStore({ decide, clock, ids: ulidIds(clock) })
  return {
    config: {
      plugins: [plugin, documents()],
      secrets: secretsForTest(),
      server,
      services: [service(Store, {}, () => store)],
    },
    async headers() {
      const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer' })
      const { key, apiSecret } = await store.keys.create({ accountId, environment: 'sandbox' })
      const wallet = { accountId, environment: 'sandbox', reference: 'first', actor: 'test' } as const
      await store.wallet.credit({ ...wallet, amount: inr('10') })
      return { 'x-api-key': key.publicId, 'x-api-secret': apiSecret, 'content-type': 'application/json' }
    },
  }
}

/** A listening port whose request listener is set later, because it needs to know the port. */
async function portOfItsOwn(): Promise<{ url: string; server: HttpServer }> {
  const server = createHttpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, server }
}

/** Follows every link of a server, as a caller who knows only its URL. */
async function followLinks(url: string, headers: Record<string, string>): Promise<void> {
  const json = async (path: string): Promise<unknown> => await (await fetch(`${url}${path}`, { headers: EVIL })).json()
  const { servers, paths } = OpenApi.parse(await json('/openapi.json'))
  expect(servers).toEqual([{ url }])
  expect(Object.keys(paths)).toContain('/api/v1/card')
  const { variable } = Postman.parse(await json('/postman.json'))
  expect(variable.find(({ key }) => key === 'baseUrl')?.value).toBe(url)
  const made = await fetch(`${servers[0]?.url}/api/v1/card`, {
    ...{ method: 'POST', headers: { ...headers, ...EVIL }, body: '{"name":"Asha"}' },
  })
  const { pdf_url } = Card.parse(await made.json()).data
  expect(pdf_url.startsWith(`${url}/documents/`)).toBe(true)
  const pdf = await fetch(pdf_url)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
}

describe('every link of a server leads back to it', () => {
  it('where it listens on loopback, at whichever port that is', async () => {
    const { config, headers } = configOf({ port: 0, prefix: '/verify' })
    const made = await createServer(config, { logger: collectingLogger() })
    ends.push(() => made.close())
    const { url } = await made.listen()
    await followLinks(url, await headers())
  })

  it('below the path at which Express mounts the listener', async () => {
    const { url, server } = await portOfItsOwn()
    const { config, headers } = configOf({ publicUrl: `${url}/verify` })
    const made = await createServer(config, { logger: collectingLogger() })
    ends.push(() => made.close())
    server.on('request', express().use('/verify', made.handler) as RequestListener)
    await followLinks(`${url}/verify`, await headers())
  })

  it('below the prefix with which Fastify registers the plugin, and that of the configuration', async () => {
    const { url, server } = await portOfItsOwn()
    const { config, headers } = configOf({ publicUrl: `${url}/verify/in`, prefix: '/in' })
    const app = fastify()
    ends.push(() => app.close())
    await app.register(parakh, { prefix: '/verify', config, logger: false })
    await app.ready()
    server.on('request', (request, response) => app.routing(request, response))
    await followLinks(`${url}/verify/in`, await headers())
    expect(app.getDecorator<ParakhDecorator>('parakh').host.endpoints).not.toEqual([])
  })
})

describe('a server that does not know where it is reached is refused', () => {
  const required = { code: 'PUBLIC_URL_REQUIRED', message: expect.stringContaining('server.publicUrl') }

  /** An application that registers the plugin within its own prefix. */
  function registered(config: Config, prefix: string) {
    const app = fastify()
    ends.push(() => app.close())
    const inner = async (outer: FastifyInstance) => {
      await outer.register(parakh, { prefix, config, logger: false })
    }
    app.register(inner, { prefix: '/outer' })
    return app
  }

  it('where an application mounts its listener', async () => {
    const made = await createServer(configOf({ port: 0 }).config, { logger: collectingLogger() })
    ends.push(() => made.close())
    expect(() => made.handler).toThrow(expect.objectContaining(required))
  })

  it('where an application registers the Fastify plugin', async () => {
    const app = fastify()
    app.register(parakh, { prefix: '/verify', config: configOf({}).config, logger: false })
    await expect(app.ready()).rejects.toMatchObject(required)
    await app.close()
  })

  it.each([
    { host: '0.0.0.0' },
    { host: '::' },
    { host: '192.0.2.7' },
    { listeners: { cards: { host: '0.0.0.0', port: 3001 } } },
  ])('where it listens beyond this machine: %j', async (server) => {
    const made = createServer(configOf(server).config, { logger: collectingLogger() })
    const faults = [{ code: 'PUBLIC_URL_REQUIRED', path: 'server.publicUrl' }]
    await expect(made).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', faults })
  })

  it.each([
    ['https://acme.example/verify', '/in'],
    ['https://acme.example', '/in'],
    ['https://acme.example/verifyin', '/in'],
    ['https://acme.example/in/verify', '/in/verify/more'],
  ])('where its address does not end with the path of its routes: %s and %s', async (publicUrl, prefix) => {
    const made = createServer(configOf({ publicUrl, prefix }).config, { logger: collectingLogger() })
    const message = expect.stringContaining(prefix)
    const faults = [{ code: 'PUBLIC_URL_OUTSIDE_PREFIX', path: 'server.publicUrl', message }]
    await expect(made).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', faults })
  })

  it.each([
    ['https://acme.example', ''],
    ['https://acme.example/verify', ''],
    ['https://acme.example/verify/outer', ''],
    ['https://acme.example/in', '/in'],
  ])('where the Fastify plugin does not stand where its address says: %s and %s', async (publicUrl, prefix) => {
    const app = registered(configOf({ publicUrl, prefix }).config, '/verify')
    const message = expect.stringContaining(`/outer/verify${prefix}`)
    await expect(app.ready()).rejects.toMatchObject({ code: 'PUBLIC_URL_OUTSIDE_PREFIX', message })
  })

  it.each([
    ['https://acme.example/outer/verify/in', '/verify'],
    ['https://acme.example/proxy/outer/verify/in/', 'verify'],
    ['https://acme.example/outer/delhi/in', '/:city'],
  ])(
    'but not where a proxy strips a part of what callers write, or the path has a parameter: %s',
    async (publicUrl, prefix) => {
      await registered(configOf({ publicUrl, prefix: '/in' }).config, prefix).ready()
    },
  )

  it.each(['https://acme.example/verify?x=1', 'https://acme.example/verify#y'])(
    'where links could not begin with what it says: %s',
    async (publicUrl) => {
      const made = createServer(configOf({ publicUrl }).config, { logger: collectingLogger() })
      const faults = [{ path: 'server.publicUrl', message: 'must be an address without a query or a fragment' }]
      await expect(made).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', faults })
    },
  )

  it.each(['localhost', '127.0.0.1', '127.0.0.9', '::1'])('but not on loopback: %s', async (host) => {
    const made = await createServer(configOf({ host, port: 0 }).config, { logger: collectingLogger() })
    await made.close()
  })
})

describe('a document is not sold without a reachable link', () => {
  const required = { code: 'PUBLIC_URL_REQUIRED', message: expect.stringContaining('server.publicUrl') }

  /** The plugin, and how often its endpoint has run. */
  function counted() {
    const plugin = cards()
    const runs: string[] = []
    const endpoints = plugin.definition.endpoints.map((endpoint) => ({
      ...endpoint,
      handle: (context: never) => {
        runs.push(endpoint.id)
        return endpoint.handle(context)
      },
    }))
    return { plugin: { ...plugin, definition: { ...plugin.definition, endpoints } }, runs }
  }

  /** A server that does not listen yet, a caller, and the wallet's balance. */
  async function unheard(server: NonNullable<Config['server']>) {
    const { plugin, runs } = counted()
    const { config, headers } = configOf(server, plugin)
    const logger = collectingLogger()
    const made = await createServer(config, { logger })
    ends.push(() => made.close())
    const sent = await headers()
    const credentials = { apiKey: sent['x-api-key'] ?? '', apiSecret: sent['x-api-secret'] ?? '' }
    const [key] = await made.host.get(Keys).list()
    const left = () => made.host.get(Wallet).balance(key?.accountId ?? '', 'sandbox')
    return { made, runs, left, logger, headers: sent, credentials, before: await left() }
  }

  it('without HTTP and without an address: the call is refused before anything is held or asked', async () => {
    const { made, runs, left, before, credentials } = await unheard({ port: 0 })
    await expect(made.host.call('card', { name: 'Asha' }, credentials)).rejects.toMatchObject(required)
    expect([runs, await left()]).toEqual([[], before])
  })

  it('over HTTP by other ways than its own listening: the caller is told of trouble, the log of its reason', async () => {
    const { made, runs, left, before, headers, logger } = await unheard({ port: 0 })
    const url = '/api/v1/card'
    const reply = await made.app.inject({ method: 'POST', url, headers, payload: { name: 'Asha' } })
    expect([reply.statusCode, reply.json().error.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect([runs, await left()]).toEqual([[], before])
    expect(logger.of('call.failed')).toMatchObject([{ level: 'error', facts: { error: required.code } }])
  })

  it('but without HTTP where its address is configured, and where it listens', async () => {
    const configured = await unheard({ port: 0, publicUrl: 'https://acme.example' })
    const first = await configured.made.host.call('card', { name: 'Asha' }, configured.credentials)
    expect(Card.shape.data.parse(first.data).pdf_url).toMatch(/^https:\/\/acme\.example\/documents\//)
    const listening = await unheard({ port: 0 })
    const { url } = await listening.made.listen()
    const second = await listening.made.host.call('card', { name: 'Asha' }, listening.credentials)
    const pdf = await fetch(Card.shape.data.parse(second.data).pdf_url)
    expect([pdf.status, pdf.url.startsWith(`${url}/documents/`)]).toEqual([200, true])
  })

  it('and its examples are shown all the same', async () => {
    const { made } = await unheard({ port: 0 })
    const shown = (await made.host.scenarios()).filter(({ endpoint }) => endpoint === 'card')
    expect(shown.map(({ status, charged }) => [status, charged])).toContainEqual([200, true])
  })
})
