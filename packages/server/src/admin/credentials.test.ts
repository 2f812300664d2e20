import { AdminTokens, Keys } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

describe('credentials of the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ rateLimits: { failedAuth: 3 } })
  })
  afterAll(() => test.close())

  it('are needed, and an API key is none', async () => {
    const account = await test.account('developer')
    const { key, apiSecret } = await test.host.get(Keys).create({ accountId: account.id, environment: 'sandbox' })
    const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
    for (const asked of [
      await test.ask({ url: '/accounts', as: null }),
      await test.ask({ url: '/accounts', as: null, headers }),
      await test.ask({ url: '/accounts', as: apiSecret }),
      await test.ask({ url: '/nothing', as: null }),
    ]) {
      expect(asked.status).toBe(401)
      expect(asked.json()).toEqual({
        request_id: asked.headers['x-request-id'],
        error: { code: 'INVALID_CREDENTIAL', message: expect.stringContaining('Bearer') },
      })
      expect(asked.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
    }
  })

  it('open nothing from the request after their revocation', async () => {
    const { token, secret } = await test.credential(null)
    expect((await test.ask({ url: '/accounts', as: secret })).status).toBe(200)
    await test.host.get(AdminTokens).revoke(token.id, 'test')
    expect((await test.ask({ url: '/accounts', as: secret })).status).toBe(401)
  })

  it('make, show and revoke no others: the admin API has no route for them, and no scope', async () => {
    const { secret } = await test.credential(null, ['*'])
    const { paths } = (await test.ask({ url: '/openapi.json', as: secret })).json()
    expect(Object.keys(paths).filter((path) => /token|scope|credential/.test(path))).toEqual([
      // An access token of a sandbox key is for calls, and opens nothing here.
      '/admin/v1/keys/{key_id}/token',
    ])
    expect(test.host.scopes.map(({ id }) => id).filter((id) => /token|admin/.test(id))).toEqual([])
    for (const id of ['create', 'list', 'revoke', 'scopes'])
      await expect(
        test.host.run(`admin.tokens.${id}`, {}, { operator: 'admin:console', scopes: ['*'] }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('permit exactly their scopes, for any id', async () => {
    const { secret } = await test.credential(null, ['accounts:read'])
    expect((await test.ask({ url: '/accounts', as: secret })).status).toBe(200)
    for (const [method, url] of [
      ['GET', '/keys'],
      ['POST', '/accounts'],
      ['GET', '/keys/nothing'],
    ] as const) {
      const refused = await test.ask({ method, url, as: secret })
      expect([refused.status, refused.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
    }
  })

  it('of an account never have what is for operators, also with every scope', async () => {
    const account = await test.account('distributor')
    const { secret } = await test.credential(account.id, ['*'])
    const url = `/accounts/${account.id}/wallets/production`
    expect((await test.ask({ url, as: secret })).status).toBe(200)
    const body = { amount: '5.00', reference: 'mine' }
    const credit = await test.ask({ method: 'POST', url: `${url}/credits`, as: secret, body })
    expect([credit.status, credit.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
  })

  it('that fail repeatedly are throttled without a look-up, and nobody else is locked out', async () => {
    const wrong = `adm_${'0'.repeat(36)}`
    const codes = []
    for (let attempt = 0; attempt < 4; attempt += 1)
      codes.push((await test.ask({ url: '/accounts', as: wrong })).status)
    expect(codes).toEqual([401, 401, 401, 429])
    const throttled = await test.ask({ url: '/accounts', as: wrong })
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
    expect(throttled.json().error.code).toBe('TOO_MANY_FAILURES')
    expect((await test.ask({ url: '/accounts', as: test.operator })).status).toBe(200)
  })

  it('keep working at an address where others fail, if they were right there within the hour', async () => {
    const { secret } = await test.credential(null)
    const ask = (as: string) => test.ask({ url: '/accounts', as })
    expect((await ask(secret)).status).toBe(200)
    for (let n = 0; n < 40; n += 1) await ask(`adm_${String(n).padStart(36, '0')}`)
    expect((await ask(`adm_${'9'.repeat(36)}`)).status).toBe(429)
    expect((await ask(secret)).status).toBe(200)
  })

  it('are refused in a URL, of whatever path', async () => {
    for (const url of [`/accounts?token=${test.operator}`, `/accounts?token=%61dm_${test.operator.slice(4)}`]) {
      const refused = await test.ask({ url, as: test.operator })
      expect([refused.status, refused.json().error.code]).toEqual([400, 'SECRET_IN_URL'])
      expect(refused.json().error.message).toContain('an admin token is revoked by now')
      expect(refused.text).not.toContain(test.operator)
    }
    expect((await test.app.inject({ url: `/api/v1/balance?x=${test.operator}` })).json().error.code).toBe(
      'SECRET_IN_URL',
    )
  })

  it('are in no log line', async () => {
    const lines = JSON.stringify(test.logger.lines)
    expect(lines).toContain('"route":"accounts.list","actor":"admin:test-1"')
    expect(lines).not.toContain('adm_')
  })
})

describe('requests of the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest()
  })
  afterAll(() => test.close())

  it('are refused field by field, unknown ones too', async () => {
    const body = { name: '', role: 'king', colour: 'red' }
    const refused = await test.ask({ method: 'POST', url: '/accounts', as: test.operator, body })
    expect(refused.status).toBe(422)
    expect(refused.json().error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { name: expect.any(String), role: expect.any(String), colour: 'is not a field of this request' },
    })
    const query = await test.ask({ url: '/accounts?colour=red', as: test.operator })
    expect(query.json().error.fields).toEqual({ colour: 'is not a field of this request' })
  })

  it('are refused where they cannot be read', async () => {
    const send = (payload: string) =>
      test.app.inject({
        ...{ method: 'POST', url: '/admin/v1/accounts', payload },
        headers: { authorization: `Bearer ${test.operator}`, 'content-type': 'application/json' },
      })
    for (const payload of ['{', '[]', '{"__proto__":{}}']) {
      const refused = await send(payload)
      expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'BAD_REQUEST'])
      expect(refused.headers['cache-control']).toBe('no-store')
    }
    expect((await send(`{"name":"${'a'.repeat(70_000)}"}`)).statusCode).toBe(413)
  })

  it('are not read before it is known who asks', async () => {
    for (const payload of ['{', `{"name":"${'a'.repeat(70_000)}"}`]) {
      const headers = { 'content-type': 'application/json' }
      const refused = await test.app.inject({ method: 'POST', url: '/admin/v1/accounts', payload, headers })
      expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'INVALID_CREDENTIAL'])
    }
  })

  it('meet one code for what does not exist, with the id that a path of the API names', async () => {
    const messages = { '/accounts/nobody': 'There is no account nobody', '/nothing': 'There is nothing of this id' }
    for (const [url, message] of Object.entries(messages)) {
      const { status, json } = await test.ask({ url, as: test.operator })
      expect([status, json()]).toEqual([404, { request_id: expect.any(String), error: { code: 'NOT_FOUND', message } }])
    }
  })

  it('are refused with a NUL before anything is looked up', async () => {
    expect((await test.ask({ url: '/accounts/a%00b', as: test.operator })).status).toBe(404)
    const body = { account_id: 'a\0b', environment: 'sandbox' }
    const refused = await test.ask({ method: 'POST', url: '/keys', as: test.operator, body })
    expect([refused.status, refused.json().error.fields]).toEqual([
      422,
      { account_id: 'must not have a NUL character' },
    ])
    expect((await test.ask({ url: '/audit?actor=%00', as: test.operator })).status).toBe(422)
  })

  it('meet a rule of the business with its own code', async () => {
    const { id } = await test.account('developer')
    const body = { account_id: id, environment: 'production' }
    const refused = await test.ask({ method: 'POST', url: '/keys', as: test.operator, body })
    expect([refused.status, refused.json().error.code]).toEqual([409, 'KYC_REQUIRED'])
  })
})

it('does not exist where the configuration switches it off', async () => {
  const test = await adminForTest({ admin: { enabled: false } })
  const reply = await test.ask({ url: '/accounts', as: test.operator })
  await test.close()
  expect(reply.status).toBe(404)
  expect(reply.json().error.code).toBe('UNKNOWN_ENDPOINT')
})
