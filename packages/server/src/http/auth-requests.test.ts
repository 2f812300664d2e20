import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createTlsServer, request as tlsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { provide, Store, service } from '@parakh/core'
import { SELF_SIGNED_CERTIFICATE } from '@parakh/testkit'
import express from 'express'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { probe, WhoFact } from '../../test/probe-scheme.ts'
import { type ServerForTest, secretsForTest, serverForTest } from '../../test/server-for-test.ts'
import { parakh } from '../fastify-plugin.ts'

let test: ServerForTest
afterEach(() => test?.server.close())

async function serverWith(reads: Parameters<typeof probe>[0], config = {}) {
  const probing = probe(reads)
  test = await serverForTest({ plugins: [lookup(), probing.plugin], config: { auth: probing.auth, ...config } })
  probing.owner.accountId = test.account.id
  const post = (body: string, headers: Record<string, string> = { 'x-probe': 'yes' }) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v1/post-lookup',
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
  return { ...probing, ...test, post }
}

describe('what a scheme sees over HTTP', () => {
  it('are method, target and the body byte for byte', async () => {
    const { seen, post, app } = await serverWith(['body'])
    const body = '{ "code" : "\\u0041A00"  }\n'
    expect((await post(body)).statusCode).toBe(200)
    await app.inject({ url: '/api/v1/lookup?code=AA00&%63=x', headers: { 'x-probe': 'yes' } })
    expect(seen).toMatchObject([
      { method: 'POST', target: '/api/v1/post-lookup', body },
      { method: 'GET', target: '/api/v1/lookup?code=AA00&%63=x', body: '' },
    ])
  })

  it('are the bytes of a body that cannot be parsed, and what is wrong with one that cannot be read', async () => {
    const { seen, post } = await serverWith(['body'])
    expect((await post('{"code":')).json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    expect(seen).toMatchObject([{ body: '{"code":' }])
    expect((await post(`{"code":"${'A'.repeat(70_000)}"}`)).statusCode).toBe(413)
    expect((await post('{}', { 'x-probe': 'yes', 'content-type': 'text/plain' })).statusCode).toBe(400)
    expect(seen).toHaveLength(1)
  })

  it('is no body where no scheme of the endpoint reads it', async () => {
    const { host, seen, post } = await serverWith([])
    expect(host.endpoints.some(({ keeps }) => keeps.body || keeps.tls)).toBe(false)
    expect((await post('{"code":"AA00"}')).statusCode).toBe(200)
    expect(seen).toMatchObject([{ body: null }])
  })

  it('is the bytes that an earlier parser kept, and the path below which the application stands', async () => {
    const { seen, server } = await serverWith(['body'], { server: { publicUrl: 'https://acme.example/verify' } })
    const keep = (request: object, _: object, rawBody: Buffer) => void Object.assign(request, { rawBody })
    const app = express()
      .use(express.json({ verify: keep }))
      .use('/verify', server.handler)
    const listening = app.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const body = '{  "code": "AA00" }'
    const headers = { 'x-probe': 'yes', 'content-type': 'application/json' }
    const reply = await fetch(`http://127.0.0.1:${port}/verify/api/v1/post-lookup`, { method: 'POST', body, headers })
    expect(reply.status).toBe(200)
    expect(seen).toMatchObject([{ target: '/verify/api/v1/post-lookup', body }])
    await new Promise((done) => listening.close(done))
  })

  it('is the certificate of the client, and whether an authority of the server signed it', async () => {
    const { seen, server } = await serverWith(['tls'], { server: { publicUrl: 'https://acme.example' } })
    const { raw } = new X509Certificate(SELF_SIGNED_CERTIFICATE.cert)
    const fingerprint = createHash('sha256').update(raw).digest('hex')
    const call = async (ca: readonly string[], sent: object) => {
      const options = { ...SELF_SIGNED_CERTIFICATE, ca: [...ca], requestCert: true, rejectUnauthorized: false }
      const listening = createTlsServer(options, server.handler)
      await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
      const { port } = listening.address() as AddressInfo
      const headers = { 'x-probe': 'yes' }
      const to = { port, path: '/api/v1/lookup?code=AA00', headers, rejectUnauthorized: false, agent: false, ...sent }
      await new Promise((done, failed) =>
        tlsRequest(to, (reply) => reply.resume().on('end', done))
          .on('error', failed)
          .end(),
      )
      await new Promise((done) => listening.close(done))
      return seen.at(-1)?.tls
    }
    expect(await call([SELF_SIGNED_CERTIFICATE.cert], SELF_SIGNED_CERTIFICATE)).toEqual({ fingerprint, verified: true })
    expect(await call([], SELF_SIGNED_CERTIFICATE)).toEqual({ fingerprint, verified: false })
    expect(await call([], {})).toBeNull()
    await test.app.inject({ url: '/api/v1/lookup?code=AA00', headers: { 'x-probe': 'yes' } })
    expect(seen.at(-1)?.tls).toBeNull()
  })
})

describe('the documents of a server', () => {
  const credentialsOfSamples = async (app: FastifyInstance): Promise<unknown> => {
    const [, text = ''] = /data-configuration="([^"]*)"/.exec((await app.inject('/docs')).body) ?? []
    return JSON.parse(text.replaceAll('&#34;', '"')).authentication.preferredSecurityScheme
  }

  it('describe the schemes in force, and no others', async () => {
    const { app, sandbox } = await serverWith([])
    const beside = (await app.inject('/openapi.json')).json()
    expect(beside.paths['/api/v1/lookup'].get.security).toEqual([
      { ApiKey: [], ApiSecret: [] },
      { Bearer: [] },
      { Probe: [], Certificate: [] },
    ])
    expect(Object.keys(beside.components.securitySchemes)).toEqual([
      'ApiKey',
      'ApiSecret',
      'Bearer',
      'Probe',
      'Certificate',
    ])
    expect(beside.paths['/api/v1/auth/token'].post.security).toEqual([])
    expect(await credentialsOfSamples(app)).toEqual([['ApiKey', 'ApiSecret']])
    const legacyKey = beside.paths['/api/v1/legacy-lookup'].get.parameters.find(
      ({ name }: { name: string }) => name === 'api_key',
    )
    expect(legacyKey).toMatchObject({ required: false })
    await test.server.close()

    const probing = probe([])
    test = await serverForTest({ plugins: [lookup(), probing.plugin], config: { auth: { app: { use: 'probe' } } } })
    const alone = (await test.app.inject('/openapi.json')).json()
    expect(alone.paths['/api/v1/lookup'].get.security).toEqual([{ Probe: [], Certificate: [] }])
    expect(alone.paths['/api/v1/auth/token']).toBeUndefined()
    expect(JSON.stringify(alone)).toContain('INVALID_SIGNATURE')
    expect(JSON.stringify(alone)).not.toMatch(/INVALID_API_KEY|INVALID_TOKEN|api_key/)
    expect(await credentialsOfSamples(test.app)).toEqual([['Probe', 'Certificate']])
    const collection = (await test.app.inject('/postman.json')).json()
    expect(JSON.stringify(collection)).toContain('{"key":"X-Probe","value":"{{probe}}"}')
    expect(JSON.stringify(collection)).not.toContain('X-API-Key')
    expect(collection.variable).toContainEqual({ key: 'probe', value: '' })
    expect(sandbox.apiKey).toMatch(/^pk_/)
  })
})

describe('what the application says of a request', () => {
  it('comes from the request of Fastify', async () => {
    const probing = probe([])
    const app = fastify()
    test = await serverForTest({ plugins: [lookup(), probing.plugin], config: { auth: probing.auth } })
    probing.owner.accountId = test.account.id
    await app.register(parakh, {
      prefix: '/verify',
      logger: false,
      config: {
        ...{
          server: { publicUrl: 'https://acme.example/verify' },
          plugins: [lookup(), probing.plugin],
          auth: probing.auth,
        },
        secrets: secretsForTest(),
        services: [service(Store, {}, () => test.store)],
      },
      facts: (request) => [provide(WhoFact, `${request.method} ${request.headers['x-user']}`)],
    })
    const reply = await app.inject({ url: '/verify/api/v1/lookup?code=AA00', headers: { 'x-user': 'asha' } })
    expect(reply.json()).toMatchObject({ meta: { charged: 0.5 } })
    expect(probing.seen).toMatchObject([{ who: 'GET asha', target: '/verify/api/v1/lookup?code=AA00' }])
    await app.close()
  })
})
