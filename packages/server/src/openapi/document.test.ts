import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inr } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import pan from '@parakh/pan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { ordersPaidWhenDone } from '../../test/order-plugin.ts'
import { lintProblems } from '../../test/redocly-lint.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const command = (name: string): string => join(ROOT, 'node_modules/.bin', name)
const wide = { perEndpoint: 1000, sandbox: 1000, production: 1000, inFlight: 100 }

describe('the documents of a server', () => {
  let test: ServerForTest
  let url: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-documents-'))
    test = await serverForTest({
      plugins: [lookup(), ifsc(), pan()],
      config: {
        brand: {
          ...{ name: 'Acme Verify', supportEmail: 'help@acme.example', colour: '#0a7d5c' },
          ...{ apiVersion: '2.1.0', introduction: '# Welcome\n\nAsk first.' },
        },
        rateLimits: wide,
      },
    })
    await test.store.wallet.credit({
      accountId: test.account.id,
      environment: 'sandbox',
      amount: inr('10000'),
      reference: 'r',
      actor: 't',
    })
    url = (await test.server.listen()).url
  })
  afterAll(async () => {
    await test.server.close()
    await rm(folder, { recursive: true })
  })
  const json = async (path: string) =>
    (await test.app.inject({ url: path, headers: { host: new URL(url).host } })).json()

  it('hold exactly the live routes, with whole paths', async () => {
    const { paths } = await json('/openapi.json')
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const live = test.host.endpoints.map(({ endpoint, path }) => `${endpoint.method} ${path}`)
    expect(documented.sort()).toEqual([...live].sort())
    for (const path of Object.keys(paths)) expect(path).toMatch(/^\/api\/v1\//)
  })

  it('describe an operation whole: parameters, price, security, responses, sandbox', async () => {
    const { paths, info, servers, components } = await json('/openapi.json')
    expect(info).toMatchObject({
      ...{ version: '2.1.0', description: '# Welcome\n\nAsk first.', title: 'Acme Verify API' },
      contact: { email: 'help@acme.example' },
    })
    expect(servers).toEqual([{ url }])
    expect(Object.keys(components.securitySchemes)).toEqual(['ApiKey', 'ApiSecret', 'Bearer'])
    const legacy = paths['/api/v1/legacy-lookup'].get
    expect(
      legacy.parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required]),
    ).toEqual([
      ['api_key', true],
      ['code', true],
      ['Idempotency-Key', false],
      ['X-Request-Id', false],
      ['X-Sandbox-Scenario', false],
    ])
    const free = paths['/api/v1/balance'].get
    for (const { parameters } of [free, paths['/api/v1/lookup'].get])
      expect(parameters).not.toContainEqual(expect.objectContaining({ name: 'api_key' }))
    expect(legacy.security).toEqual([{ ApiKey: [], ApiSecret: [] }, { Bearer: [] }])
    expect(legacy['x-price']).toEqual({ amount: 0.75, currency: 'INR', source: 'plugin' })
    // The legacy envelope answers `none` with 400 (decisions.md section 3).
    expect(legacy.responses['400'].content['application/json'].examples).toHaveProperty('CODE_NOT_FOUND')
    expect(legacy.responses).not.toHaveProperty('404')
    // Errors of the server itself keep their status.
    expect(legacy.responses['500'].description).toContain('INTERNAL_ERROR')
    expect(legacy.responses['503'].description).toMatch(
      /MONEY_STOPPED, MONEY_IN_RECOVERY, SERVICE_OVERLOADED, SERVICE_UNAVAILABLE/,
    )
    expect(legacy.responses['400'].description).not.toMatch(/INTERNAL_ERROR|SERVICE_UNAVAILABLE|MONEY_/)
    expect(legacy.responses['400'].headers['X-Outcome'].schema).toEqual({ type: 'string', enum: ['none', 'failed'] })
    expect(legacy.responses['400'].headers).toHaveProperty('Retry-After')
    for (const status of ['401', '402', '429', '500'])
      expect(legacy.responses[status].headers).not.toHaveProperty('X-Outcome')
    const modern = paths['/api/v1/lookup'].get
    expect(modern.responses['404'].content['application/json'].examples).toHaveProperty('CODE_NOT_FOUND')
    expect(modern.responses['404'].headers['X-Outcome'].schema.enum).toEqual(['none'])
    expect(modern.responses['404'].headers).not.toHaveProperty('Retry-After')
    expect(modern.responses['503'].headers['X-Outcome'].schema.enum).toEqual(['failed'])
    expect(modern.responses['200'].content['application/json'].schema.properties).toMatchObject({
      meta: { type: 'object' },
      data: { properties: { code: { type: 'string' } } },
    })
    expect(modern['x-sandbox']).toContainEqual({
      scenario: 'success',
      path: '/api/v1/lookup',
      request: { query: { code: 'AA00' } },
      status: 200,
      code: null,
    })
    const token = paths['/api/v1/auth/token'].post
    expect(token.security).toEqual([])
    expect(token.requestBody.content['application/json'].schema.required).toEqual(['api_key', 'api_secret'])
    expect(paths['/api/v1/items/{code}'].get.parameters[0]).toMatchObject({ name: 'code', in: 'path', required: true })
  })

  it('promise nothing against new fields in answers, and refuse them in requests', async () => {
    const { paths } = await json('/openapi.json')
    const operation = paths['/api/v1/post-lookup'].post
    expect(JSON.stringify(operation.responses)).not.toContain('"additionalProperties":false')
    expect(operation.requestBody.content['application/json'].schema.additionalProperties).toBe(false)
  })

  it.each(['/openapi.json', '/openapi/legacy-lookup.json', '/openapi/auth-token.json'])(
    'pass redocly lint without an error or a warning: %s',
    async (path) => expect(await lintProblems(await json(path))).toEqual([]),
    120_000,
  )

  it('are there for one endpoint, and 404 for none', async () => {
    expect(Object.keys((await json('/openapi/item.json')).paths)).toEqual(['/api/v1/items/{code}'])
    for (const path of ['/openapi/nothing.json', '/postman/nothing.json', '/openapi/item']) {
      expect((await fetch(`${url}${path}`)).status).toBe(404)
    }
  })

  it('bring a Postman collection with a folder for every operation', async () => {
    const { item, variable } = await json('/postman.json')
    type Item = { name: string; item: { name: string; request: { url: { raw: string } } }[] }
    const folders = item.flatMap((group: { item: Item[] }) => group.item) as Item[]
    expect(folders.map(({ name }) => name).sort()).toEqual(
      test.host.endpoints.map(({ endpoint }) => endpoint.summary).sort(),
    )
    for (const { item: requests } of folders) expect(requests.length).toBeGreaterThan(0)
    const names = variable.map(({ key }: { key: string }) => key)
    expect(names).toEqual(['baseUrl', 'apiKey', 'apiSecret'])
  })

  it('bring a Postman collection that passes newman against the server', async () => {
    const file = join(folder, 'postman.json')
    await writeFile(file, JSON.stringify(await json('/postman.json')))
    const args = [
      'run',
      file,
      '--env-var',
      `apiKey=${test.sandbox.apiKey}`,
      '--env-var',
      `apiSecret=${test.sandbox.apiSecret}`,
    ]
    const { stdout } = await run(command('newman'), args, { maxBuffer: 50_000_000 }).catch(
      (error: { stdout: string }) => {
        throw new Error(error.stdout.slice(-4000))
      },
    )
    expect(stdout).toContain('assertions')
  }, 120_000)

  it('bring a collection that fails where the server fails', async () => {
    const file = join(folder, 'one.json')
    const collection = await json('/postman/lookup.json')
    await writeFile(file, JSON.stringify(collection).replaceAll('/api/v1/lookup', '/api/v1/lookups'))
    await expect(run(command('newman'), ['run', file])).rejects.toMatchObject({ code: 1 })
  }, 120_000)
})

it('say of an endpoint that is charged on completion that its answer holds the price, and show it so', async () => {
  const test = await serverForTest({ plugins: [ordersPaidWhenDone()] })
  const { paths } = (await test.app.inject({ url: '/openapi.json' })).json()
  const { description, responses } = paths['/api/v1/place-order'].post
  expect(description).toContain('INR 3.00 per answer; nothing for an error. Held from the answer on, and charged once')
  const [example] = Object.values<{ value: unknown }>(responses['200'].content['application/json'].examples)
  expect(example?.value).toMatchObject({ meta: { charged: 0 } })
  await test.server.close()
})
