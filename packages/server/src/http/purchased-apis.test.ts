import { Accounts } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

let test: ServerForTest
beforeAll(async () => {
  test = await serverForTest({ plugins: [lookup({ live: live(async (code) => ({ code, name: 'Live' })) })] })
})
afterAll(() => test.server.close())

const get = (url: string, headers: Record<string, string> = test.sandbox.headers) =>
  test.app.inject({ method: 'GET', url, headers })
const LOOKUP = '/api/v1/lookup?code=AA00'

it('refuses a revoked API from the next request on, and admits it once granted again', async () => {
  const accounts = test.host.get(Accounts)
  const { id } = test.account
  const { apiKey: api_key, apiSecret: api_secret } = test.sandbox
  const token = await test.app.inject({
    ...{ method: 'POST', url: '/api/v1/auth/token', payload: { api_key, api_secret } },
  })
  const bearer = { authorization: `Bearer ${token.json().data.access_token}` }
  for (const headers of [test.sandbox.headers, bearer]) {
    expect((await get(LOOKUP, headers)).statusCode).toBe(200)

    await accounts.revokeApis(id, ['lookup'])
    const refused = await get(LOOKUP, headers)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ error: { code: 'API_NOT_PURCHASED' } })

    await accounts.grantApis(id, ['lookup'])
    expect((await get(LOOKUP, headers)).statusCode).toBe(200)
  }
})

it('never refuses what sells nothing', async () => {
  const accounts = test.host.get(Accounts)
  await accounts.limitApis(test.account.id, [])
  expect((await accounts.get(test.account.id))?.apis).toEqual([])
  expect((await get('/api/v1/balance')).statusCode).toBe(200)
  const { apiKey: api_key, apiSecret: api_secret } = test.sandbox
  const payload = { api_key, api_secret }
  expect((await test.app.inject({ method: 'POST', url: '/api/v1/auth/token', payload })).statusCode).toBe(200)
  await accounts.grantApis(test.account.id, 'all')
})

it('lets a suspended account in again with the next request', async () => {
  const accounts = test.host.get(Accounts)
  await accounts.setStatus(test.account.id, 'suspended')
  expect((await get(LOOKUP)).json()).toMatchObject({ error: { code: 'ACCOUNT_SUSPENDED' } })
  await accounts.setStatus(test.account.id, 'active')
  expect((await get(LOOKUP)).statusCode).toBe(200)
})

it('answers the keys of a closed account as keys that have ended', async () => {
  const accounts = test.host.get(Accounts)
  await accounts.setStatus(test.account.id, 'closed')
  const reply = await get(LOOKUP)
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toMatchObject({ error: { code: 'INVALID_API_KEY' } })
})
