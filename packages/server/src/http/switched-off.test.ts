import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

let test: ServerForTest
beforeAll(async () => {
  test = await serverForTest({ plugins: [lookup()], config: { endpoints: { lookup: 'off', 'post-lookup': 'on' } } })
})
afterAll(() => test.server.close())

it('an endpoint that is switched off has no route, and no place in OpenAPI, Postman and the reference page', async () => {
  const { headers } = test.sandbox
  expect((await test.app.inject({ url: '/api/v1/lookup?code=AA00', headers })).statusCode).toBe(404)
  const other = { method: 'POST' as const, url: '/api/v1/post-lookup', headers, payload: { code: 'AA00' } }
  expect((await test.app.inject(other)).statusCode).toBe(200)
  for (const url of ['/openapi.json', '/postman.json', '/docs']) {
    const { body, statusCode } = await test.app.inject(url)
    expect([url, statusCode, /\/api\/v1\/lookup\b/.test(body)]).toEqual([url, 200, false])
    if (url !== '/docs') expect(body).toContain('post-lookup')
  }
})
