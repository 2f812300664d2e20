import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { Accounts, Clock, Keys, service } from '@parakh/core'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const SEED = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
const ISSUER = 'https://api.acme.example'

describe('credentials', () => {
  let test: ServerForTest
  let skewMs = 0
  beforeAll(async () => {
    test = await serverForTest({
      plugins: [lookup({ live: live(async (code) => ({ code, name: 'Live' })) })],
      services: [
        service(Clock, {}, () => ({
          now: () => new Date(Date.now() + skewMs),
          monotonicMs: () => performance.now() + skewMs,
        })),
      ],
      config: {
        server: { publicUrl: ISSUER },
        secrets: {
          pepper: 'a pepper for tests alone',
          masterKey: SEED,
          jwtKeys: [
            { id: 'a', value: SEED },
            { id: 'b', value: Buffer.from('another seed of thirty-two bytes').toString('base64') },
          ],
        },
        rateLimits: { perEndpoint: 1000, sandbox: 1000, failedAuth: 1000, unknownKeys: 1000 },
      },
    })
  })
  afterAll(() => test.server.close())

  const get = (headers: Record<string, string>, url = '/api/v1/lookup?code=AA00') =>
    test.app.inject({ method: 'GET', url, headers })
  const issue = async (key: { apiKey: string; apiSecret: string }) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      payload: { api_key: key.apiKey, api_secret: key.apiSecret },
    })
    return { reply, bearer: { authorization: `Bearer ${reply.json().data?.access_token}` } }
  }
  const forged = (
    header: { alg: string; kid?: string; typ?: string },
    key: Parameters<SignJWT['sign']>[0],
    claims: object = {},
  ) =>
    new SignJWT({
      ...{ key_id: test.sandbox.id, key_ver: 1, pub: test.sandbox.apiKey, env: 'sandbox' },
      ...{ iss: ISSUER, aud: ISSUER, ...claims },
    })
      .setProtectedHeader({ kid: 'a', typ: 'at+jwt', ...header })
      .setSubject(test.account.id)
      .setIssuedAt()
      .setExpirationTime('1h')
      .setJti('x')
      .sign(key)

  it('issues a token for an hour, which takes the place of the pair', async () => {
    const { reply, bearer } = await issue(test.sandbox)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      success: true,
      meta: { charged: 0 },
      data: { token_type: 'Bearer', expires_in: 3600, environment: 'sandbox' },
    })
    expect((await get(bearer)).statusCode).toBe(200)
  })

  it('puts no personal data into a token', async () => {
    const { reply } = await issue(test.sandbox)
    const [, payload = ''] = reply.json().data.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(Object.keys(claims).sort()).toEqual([
      'aud',
      'env',
      'exp',
      'iat',
      'iss',
      'jti',
      'key_id',
      'key_ver',
      'pub',
      'scp',
      'sub',
    ])
    expect(claims.exp - claims.iat).toBe(3600)
  })

  it('publishes every signing key and no private part', async () => {
    const { keys } = (await get({}, '/.well-known/jwks.json')).json()
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(['a', 'b'])
    for (const key of keys) expect(key).not.toHaveProperty('d')
  })

  it.each([
    ['no credentials', () => ({})],
    ['a key without its secret', () => ({ 'x-api-key': test.sandbox.apiKey })],
    ['a wrong secret', () => ({ ...test.sandbox.headers, 'x-api-secret': 'sk_test_wrong' })],
    ['a key of nobody', () => ({ 'x-api-key': 'pk_test_0000000000000000', 'x-api-secret': test.sandbox.apiSecret })],
    ['another scheme', () => ({ authorization: 'Basic cGs6c2s=' })],
  ])('refuses %s with 401 INVALID_API_KEY', async (_, headers) => {
    const reply = await get(headers())
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ error: { code: 'INVALID_API_KEY' } })
  })

  it('refuses a pair whose halves belong to two keys, also right after both were used', async () => {
    const other = await test.key('sandbox')
    expect((await get(test.sandbox.headers)).statusCode).toBe(200)
    expect((await get(other.headers)).statusCode).toBe(200)
    expect((await get({ 'x-api-key': test.sandbox.apiKey, 'x-api-secret': other.apiSecret })).statusCode).toBe(401)
  })

  it.each([
    ['a modern lookup', '/api/v1/lookup?code=AA00'],
    ['a free endpoint', '/api/v1/balance?'],
    ['an endpoint with a path parameter', '/api/v1/items/AA00?'],
  ])('accepts the query api_key on %s too, if it equals the key of the headers or the token', async (_, url) => {
    const other = await test.key('sandbox')
    const { bearer } = await issue(test.sandbox)
    for (const headers of [test.sandbox.headers, bearer]) {
      expect((await get(headers, `${url}&api_key=${test.sandbox.apiKey}`)).statusCode).toBe(200)
      for (const wrong of [other.apiKey, 'pk_test_0000000000000000', '']) {
        const refused = await get(headers, `${url}&api_key=${wrong}`)
        expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'INVALID_API_KEY'])
      }
    }
    expect((await get({}, `${url}&api_key=${test.sandbox.apiKey}`)).statusCode).toBe(401)
  })

  it('ignores the query api_key in the fingerprint, and keeps it out of the log and the usage', async () => {
    const headers = { ...test.sandbox.headers, 'x-request-id': 'with-and-without' }
    const first = await get(headers, `/api/v1/lookup?code=AA00&api_key=${test.sandbox.apiKey}`)
    const again = await get(headers)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    await get(headers, `/api/v1/lookup?code=bad&api_key=${test.sandbox.apiKey}`)
    expect(JSON.stringify(test.logger.lines)).not.toContain(test.sandbox.apiKey)
  })

  it('refuses the query api_key on POST', async () => {
    const url = `/api/v1/post-lookup?api_key=${test.sandbox.apiKey}`
    const posted = { method: 'POST' as const, url, headers: test.sandbox.headers, payload: { code: 'AA00' } }
    expect((await test.app.inject(posted)).statusCode).toBe(400)
  })

  it('answers a sandbox key from the sandbox and a production key from the source', async () => {
    const production = await test.key('production')
    expect((await get(test.sandbox.headers)).json()).toMatchObject({
      data: { name: 'Asha' },
      meta: { environment: 'sandbox' },
    })
    expect((await get(production.headers)).statusCode).toBe(402)
  })

  it.each([
    ['garbage', async () => 'garbage'],
    ['a token signed by another key', async () => forged({ alg: 'EdDSA' }, generateKeyPairSync('ed25519').privateKey)],
    ['a token of another type', async () => forged({ alg: 'EdDSA', typ: 'JWT' }, signingKey())],
    ['a token of an unknown kid', async () => forged({ alg: 'EdDSA', kid: '../../a' }, signingKey())],
    [
      'a token signed with the public key as a shared secret',
      async () => forged({ alg: 'HS256' }, Buffer.from(SEED, 'base64')),
    ],
    ['a token of the other environment', async () => forged({ alg: 'EdDSA' }, signingKey(), { env: 'production' })],
    ['a token of another account', async () => forged({ alg: 'EdDSA' }, signingKey(), { key_id: 'other' })],
    ['a token of another issuer', async () => forged({ alg: 'EdDSA' }, signingKey(), { iss: 'https://other.example' })],
    [
      'a token for another audience',
      async () => forged({ alg: 'EdDSA' }, signingKey(), { aud: 'https://other.example' }),
    ],
    ['an unsigned token', async () => unsigned()],
  ])('refuses %s with 401 INVALID_TOKEN', async (_, token) => {
    const reply = await get({ authorization: `Bearer ${await token()}` })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
  })

  const signingKey = () => {
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(SEED, 'base64')])
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  }
  const unsigned = (): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none', typ: 'at+jwt', kid: 'a' })}.${part({ sub: test.account.id })}.`
  }

  it('accepts what it would have issued', async () => {
    const token = await forged({ alg: 'EdDSA' }, signingKey())
    expect((await get({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  it('refuses a token after its hour', async () => {
    const { bearer } = await issue(test.sandbox)
    skewMs += 3_599_000
    expect((await get(bearer)).statusCode).toBe(200)
    skewMs += 2_000
    expect((await get(bearer)).json()).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
  })

  it('ends a token with its key, on the next request', async () => {
    const key = await test.key('sandbox')
    const { bearer } = await issue(key)
    expect((await get(bearer)).statusCode).toBe(200)
    await test.host.get(Keys).revoke(key.id)
    expect((await get(bearer)).statusCode).toBe(401)
    expect((await get(key.headers)).statusCode).toBe(401)
  })

  it('refuses the token of a suspended account with 403', async () => {
    const other = await test.host.get(Accounts).create({ name: 'Other', role: 'developer' })
    const { key, apiSecret } = await test.host.get(Keys).create({ accountId: other.id, environment: 'sandbox' })
    await test.host.get(Accounts).setStatus(other.id, 'suspended')
    const { reply } = await issue({ apiKey: key.publicId, apiSecret })
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ error: { code: 'ACCOUNT_SUSPENDED' } })
  })

  it('answers auth/token with 401 for a wrong secret and a missing one', async () => {
    for (const payload of [
      { api_key: test.sandbox.apiKey, api_secret: 'sk_test_no' },
      { api_key: test.sandbox.apiKey },
    ]) {
      const reply = await test.app.inject({ method: 'POST', url: '/api/v1/auth/token', payload })
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({ error: { code: 'INVALID_API_KEY' } })
    }
  })

  it.each([
    ['JSON that is cut off', 'application/json', '{', 400, 'BAD_REQUEST'],
    ['another content type', 'text/plain', '{}', 400, 'BAD_REQUEST'],
    ['a megabyte', 'application/json', `{"x":"${'x'.repeat(1_048_576)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('answers auth/token with what is wrong with a body of %s', async (_, type, payload, status, code) => {
    const headers = { 'content-type': type }
    const reply = await test.app.inject({ method: 'POST', url: '/api/v1/auth/token', payload, headers })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ error: { code } })
  })

  it('needs the query key on legacy endpoints, and the same one', async () => {
    const url = '/api/v1/legacy-lookup?code=AA00'
    expect((await get(test.sandbox.headers, url)).json()).toMatchObject({ status: '401' })
    expect((await get(test.sandbox.headers, `${url}&api_key=${test.sandbox.apiKey}`)).json()).toMatchObject({
      status: '200',
      amount: '0.75',
      message: 'found',
      name: 'Asha',
    })
    const other = await test.key('sandbox')
    expect((await get(test.sandbox.headers, `${url}&api_key=${other.apiKey}`)).statusCode).toBe(401)
    const { bearer } = await issue(test.sandbox)
    expect((await get(bearer, `${url}&api_key=${test.sandbox.apiKey}`)).statusCode).toBe(200)
    expect((await get(bearer, `${url}&api_key=${other.apiKey}`)).statusCode).toBe(401)
  })
})

describe('auth of the configuration', () => {
  it('accepts the key without a secret if requireSecret is false, but never a wrong secret', async () => {
    const { app, server, sandbox } = await serverForTest({
      plugins: [lookup()],
      config: { auth: { key: { use: 'key', requireSecret: false }, bearer: { use: 'bearer' } } },
    })
    const get = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: '/api/v1/lookup?code=AA00', headers })
    expect((await get({ 'x-api-key': sandbox.apiKey })).statusCode).toBe(200)
    expect((await get({ 'x-api-key': sandbox.apiKey, 'x-api-secret': 'sk_test_no' })).statusCode).toBe(401)
    await server.close()
  })

  it('accepts the query key alone if legacy.queryKey is sufficient', async () => {
    const { app, server, sandbox } = await serverForTest({
      plugins: [lookup()],
      config: { legacy: { queryKey: 'sufficient' } },
    })
    const reply = await app.inject({ method: 'GET', url: `/api/v1/legacy-lookup?code=AA00&api_key=${sandbox.apiKey}` })
    expect(reply.statusCode).toBe(200)
    await server.close()
  })
})
