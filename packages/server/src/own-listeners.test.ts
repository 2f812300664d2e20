import { Store, service } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createMemoryStore } from '@parakh/testkit'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { lookup } from '../test/lookup-plugin.ts'
import { mounted, type Responder } from '../test/mounted-plugin.ts'
import { type ServerForTest, secretsForTest, serverForTest } from '../test/server-for-test.ts'
import type { Config } from './config/schema.ts'
import { parakh } from './fastify-plugin.ts'
import { systemClock } from './services/system-clock.ts'
import { ulidIds } from './services/ulid-ids.ts'

const ECHO = '/open/v2/echo'
const UNKNOWN = { success: false, error: { code: 'UNKNOWN_ENDPOINT' } }
const opened: ServerForTest[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ server }) => server.close()))
})

/** A server whose plugin `mounted` has a listener of its own. */
async function listening(server: Config['server'] = {}, responder?: Responder) {
  const config = { server: { port: 0, listeners: { mounted: { port: 0 } }, ...server } }
  const test = await serverForTest({ plugins: [lookup(), mounted(responder)()], config })
  opened.push(test)
  const { url, listeners } = await test.server.listen()
  const post = (address: string, body: object = { word: 'hello' }) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': test.sandbox.apiKey },
      body: JSON.stringify(body),
    })
  return { ...test, url, own: listeners['mounted'] ?? '', post }
}

describe('a plugin with a listener of its own', () => {
  it('answers there, without its name before its paths, and nowhere else', async () => {
    const { url, own, post, app } = await listening()
    expect(own).not.toBe(url)
    const reply = await post(`${own}${ECHO}`)
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true, data: { word: 'hello' } }])
    for (const path of [ECHO, `/mounted${ECHO}`]) {
      const elsewhere = await post(`${url}${path}`)
      expect([elsewhere.status, await elsewhere.json()]).toMatchObject([404, UNKNOWN])
      expect((await app.inject({ method: 'POST', url: path, payload: {} })).statusCode).toBe(404)
    }
  })

  it('answers nothing but its endpoints there', async () => {
    const { own, post, sandbox } = await listening()
    const get = (path: string) => fetch(`${own}${path}`, { headers: sandbox.headers })
    for (const path of [
      `/mounted${ECHO}`,
      '/api/v1/lookup?code=AA00',
      '/api/v1/balance',
      '/healthz',
      '/metrics',
      '/docs',
    ])
      expect((await get(path)).status).toBe(404)
    expect(await (await get(ECHO)).json()).toMatchObject(UNKNOWN)
    expect((await post(`${own}/callbacks/mounted/http`)).status).toBe(404)
  })

  it('reads calls there as the server does: the key of the body, malformed bodies, secrets in URLs', async () => {
    const { own, post, sandbox } = await listening()
    const wrong = await post(`${own}${ECHO}`, { word: 'hello', api_key: 'pk_test_nobody' })
    expect([wrong.status, await wrong.json()]).toEqual([401, { ok: false, code: 'INVALID_API_KEY' }])
    const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' }
    const malformed = await fetch(`${own}${ECHO}`, { method: 'POST', headers, body: '{' })
    expect([malformed.status, await malformed.json()]).toEqual([400, { ok: false, code: 'BAD_REQUEST' }])
    const exposed = await post(`${own}${ECHO}?x=${sandbox.apiSecret}`)
    expect([exposed.status, await exposed.json()]).toEqual([400, { ok: false, code: 'SECRET_IN_URL' }])
  })

  it('keeps other plugins below the prefix of the server', async () => {
    const { url, own, sandbox, post } = await listening({ prefix: '/verify' })
    expect(url).toMatch(/\/verify$/)
    expect((await fetch(`${url}/api/v1/lookup?code=AA00`, { headers: sandbox.headers })).status).toBe(200)
    expect((await post(`${own}${ECHO}`)).status).toBe(200)
  })

  it('can be put behind a server of the application, like the rest', async () => {
    const { server, sandbox } = await listening({ publicUrl: 'https://acme.example' })
    const reply = await server.listeners['mounted']?.app.inject({
      ...{ method: 'POST', url: ECHO, payload: { word: 'hello', api_key: sandbox.apiKey } },
    })
    expect(reply?.statusCode).toBe(200)
    expect(server.listeners['mounted']?.handler).toBeTypeOf('function')
    expect(Object.keys(server.listeners)).toEqual(['mounted'])
  })

  it('is served with all others in an embedding application', async () => {
    const app = fastify()
    const server = { publicUrl: 'https://acme.example/verify', listeners: { mounted: { port: 3001 } } }
    const store = createMemoryStore({ decide, clock: systemClock(), ids: ulidIds(systemClock()) })
    const services = [service(Store, {}, () => store)]
    await app.register(parakh, {
      prefix: '/verify',
      plugins: [mounted()()],
      secrets: secretsForTest(),
      server,
      services,
      logger: false,
    })
    const reply = await app.inject({ method: 'POST', url: `/verify${ECHO}`, payload: { word: 'hello' } })
    expect([reply.statusCode, reply.json()]).toEqual([401, { ok: false, code: 'INVALID_API_KEY' }])
    expect((await app.inject('/verify/openapi.json')).json().paths[ECHO].post.servers).toBeUndefined()
    await app.close()
  })

  it('is at its own address in the documents of the server', async () => {
    const { app } = await listening({ listeners: { mounted: { port: 0, publicUrl: 'https://mounted.acme.example/' } } })
    const document = (await app.inject('/openapi.json')).json()
    expect(document.paths[ECHO].post.servers).toEqual([{ url: 'https://mounted.acme.example' }])
    expect(document.paths['/api/v1/lookup'].get.servers).toBeUndefined()
    const collection = (await app.inject('/postman/echo.json')).json()
    expect(collection.item[0].item[0].item[0].request.url.raw).toBe(`https://mounted.acme.example${ECHO}`)
    const { scenarios } = (await app.inject('/sandbox/scenarios')).json()
    expect(scenarios).toContainEqual(expect.objectContaining({ endpoint: 'echo', path: ECHO }))
  })

  it('finishes its calls when the server closes, and then stops listening', async () => {
    let meet: () => void = () => undefined
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = async (word: string) => {
      meet()
      await released
      return word
    }
    const { server, url, own, post } = await listening({}, { answer })
    const call = post(`${own}${ECHO}`)
    await met
    const closing = server.close()
    const late = await post(`${own}${ECHO}`)
    expect([late.status, await late.json()]).toEqual([503, { ok: false, code: 'SERVICE_UNAVAILABLE' }])
    release()
    expect((await call).status).toBe(200)
    await closing
    await expect(post(`${own}${ECHO}`)).rejects.toThrow()
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })
})
