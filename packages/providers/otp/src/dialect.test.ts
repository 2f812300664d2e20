import { createTestHost, type TestHost } from '@parakh/testkit'
import { testEnvelope } from '@parakh/testkit/suites'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otpEnvelope } from './dialect.ts'
import otp from './index.ts'

testEnvelope('otp', otpEnvelope('OTP sent'))

describe('the credentials of the one-time-password service', () => {
  let test: TestHost
  let spare: string
  let revoked: string
  beforeAll(async () => {
    const limits = { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 100 }
    test = await createTestHost({ plugins: [otp()], settings: { limits } })
    const { store, account } = test
    const create = async () => (await store.keys.create({ accountId: account.id, environment: 'sandbox' })).key
    const [kept, ended] = [await create(), await create()]
    await store.keys.revoke(ended.id)
    spare = kept.publicId
    revoked = ended.publicId
  })
  afterAll(() => test.host.stop())
  /** A request as it comes over HTTP: the key in the header, in the body, in both or in none. */
  const send = async (apiKey: string | undefined, inBody?: unknown) => {
    const hosted = test.host.endpoints.find(({ endpoint }) => endpoint.id === 'send-otp')
    if (!hosted) throw new TypeError('there is no send-otp')
    const { status, code } = await test.host.handle({
      ...{ hosted, params: {}, query: {}, ip: '127.0.0.1' },
      body: { email: 'asha.rao@example.com', ...(inBody === undefined ? {} : { api_key: inBody }) },
      credentials: apiKey === undefined ? {} : { apiKey },
    })
    return [status, code]
  }
  const mine = () => test.keys.sandbox.apiKey

  it('are the key alone, in the header or in the body', async () => {
    expect(await send(mine())).toEqual([200, null])
    expect(await send(undefined, mine())).toEqual([200, null])
  })

  it('are the key of the body where both are sent', async () => {
    expect(await send('pk_test_nobody', mine())).toEqual([200, null])
    expect(await send(revoked, mine())).toEqual([200, null])
    expect(await send(mine(), 'pk_test_nobody')).toEqual([401, 'INVALID_API_KEY'])
    expect(await send(mine(), revoked)).toEqual([403, 'API_KEY_DISABLED'])
    expect(await send(revoked, spare)).toEqual([200, null])
  })

  it.each([[''], [null], [7], [false], [[]], [{}], [' ']])(
    'are those of the body, which loses as %j beside a good header',
    async (inBody) => {
      expect(await send(mine(), inBody)).toEqual([401, 'INVALID_API_KEY'])
    },
  )

  it('are refused with 401 where they are missing or nobody has them', async () => {
    expect(await send(undefined)).toEqual([401, 'INVALID_API_KEY'])
    expect(await send('pk_test_nobody')).toEqual([401, 'INVALID_API_KEY'])
    expect(await send('')).toEqual([401, 'INVALID_API_KEY'])
  })

  it('are refused with 403 and a code of their own where the key was revoked', async () => {
    const reply = await test.host.call('verify-otp', { otp_id: 'x', otp: '111000' }, { apiKey: revoked })
    expect(reply.body).toEqual({
      success: false,
      request_id: expect.any(String),
      error: { code: 'API_KEY_DISABLED', message: 'This API key is revoked or disabled' },
      meta: { charged: 0 },
    })
    expect(reply.status).toBe(403)
  })

  it('are counted: 429 when there were too many calls for the key', async () => {
    const { host, keys } = await createTestHost({ plugins: [otp()] })
    const check = () => host.call('verify-otp', { otp_id: 'sandbox-otp', otp: '000000' }, keys.sandbox)
    const replies = await Promise.all(Array.from({ length: 70 }, check))
    const last = replies.filter(({ status }) => status === 429)
    expect(last.length).toBeGreaterThan(0)
    expect(last[0]).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': expect.any(String) } })
    await host.stop()
  })

  it('are refused with 403 while the account is suspended', async () => {
    await test.store.accounts.setStatus(test.account.id, 'suspended')
    expect(await send(mine())).toEqual([403, 'ACCOUNT_SUSPENDED'])
  })
})
