import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http'
import { inr, Store, service } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger, createMemoryStore } from '@parakh/testkit'
import express from 'express'
import fastify from 'fastify'
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

function configOf(server: NonNullable<Config['server']>): {
  config: Config
  headers: () => Promise<Record<string, string>>
} {
  const clock = systemClock()
  const store = createMemoryStore({ decide, clock, ids: ulidIds(clock) })
  return {
    config: { plugins: [cards()], secrets: secretsForTest(), server, services: [service(Store, {}, () => store)] },
    async headers() {
      const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer' })
      const { key, apiSecret } = await store.keys.create({ accountId, environment: 'sandbox' })
      const wallet = { accountId, environment: 'sandbox', reference: 'first', actor: 'test' } as const
      await store.wallet.credit({ ...wallet, amount: inr('10') })
      return { 'x-api-key': key.publicId, 'x-api-secret': apiSecret, 'content-type': 'application/json' }
    },
  }
}

/** A port of this machine that answers by a listener which is given later, because that has to know the port. */
async function portOfItsOwn(): Promise<{ url: string; server: HttpServer }> {
  const server = createHttpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, server }
}

/** Follows each link that a server hands out, as a caller who has nothing but the address. */
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
