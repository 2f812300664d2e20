import { inr, Keys } from '@parakh/core'
import { expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { serverForTest } from '../../test/server-for-test.ts'

it('refuses a call above the daily spend cap, with its code, and admits another key of the account', async () => {
  const test = await serverForTest({ plugins: [lookup({ live: live(async (code) => ({ code, name: 'Live' })) })] })
  const keys = test.host.get(Keys)
  const get = (headers: Record<string, string>) =>
    test.app.inject({ method: 'GET', url: '/api/v1/lookup?code=AA00', headers })
  expect((await get(test.sandbox.headers)).statusCode).toBe(200)
  // Spend before the cap was set counts too.
  await keys.restrict(test.sandbox.id, { spendCapPerDay: inr('1.25') })
  expect((await get(test.sandbox.headers)).statusCode).toBe(200)
  const refused = await get(test.sandbox.headers)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({
    error: { code: 'API_NOT_PERMITTED', message: 'This key may spend 1.25 INR a day, and this call would be more' },
  })
  const { headers } = await test.key('sandbox')
  expect((await get(headers)).statusCode).toBe(200)
  await keys.restrict(test.sandbox.id, { spendCapPerDay: null })
  expect((await get(test.sandbox.headers)).statusCode).toBe(200)
  await test.server.close()
})
