import { OfferedEndpoints } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const ENDPOINTS = {
  lookup: 'off',
  'post-lookup': { category: 'Codes', summary: 'Read a code', description: '**Each code** there is.' },
} as const
let test: ServerForTest
beforeAll(async () => {
  test = await serverForTest({ plugins: [lookup()], config: { endpoints: ENDPOINTS } })
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

it('an endpoint is shown under the heading, the title and the text of the deployer, in all of them', async () => {
  const { paths, tags } = (await test.app.inject('/openapi.json')).json()
  const { summary, description, tags: own } = paths['/api/v1/post-lookup'].post
  expect([summary, own]).toEqual(['Read a code', ['Codes']])
  expect(description).toMatch(/^\*\*Each code\*\* there is\.\n\nINR /)
  expect(tags.map(({ name }: { name: string }) => name)).toContain('Codes')
  expect((await test.app.inject('/postman.json')).body).toContain('Read a code')
  const offered = test.host.get(OfferedEndpoints).find(({ id }) => id === 'post-lookup')
  expect([offered?.group, offered?.summary]).toEqual(['Codes', 'Read a code'])
})

it('says which endpoints do not answer in production', async () => {
  const { paths } = (await test.app.inject('/openapi.json')).json()
  const { description, 'x-environments': environments } = paths['/api/v1/post-lookup'].post
  expect(environments).toEqual(['sandbox'])
  expect(description).toContain('In the sandbox only: it is not sold in production.')
  expect(paths['/api/v1/balance'].get['x-environments']).toEqual(['sandbox', 'production'])
})
