import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type TestCli, testCli } from '../../test/test-cli.ts'

let cli: TestCli
afterEach(() => cli[Symbol.asyncDispose]())

interface ListedEndpoint {
  readonly id: string
  readonly environments: Readonly<Record<string, { active: boolean; reason?: string }>>
}
interface Listed {
  readonly plugins: readonly { id: string; endpoints: readonly ListedEndpoint[]; commands: readonly object[] }[]
}

/** The PAN plugin with an HTTP source, optionally authorised, with licence and consent policy. */
const withPan = (more: string, authorised = true) => `
brand: { name: Test Verify }
database: { client: sqlite3, filename: ./data/test.db }
plugins:
  '@parakh/ifsc': {}
  '@parakh/pan':
    live:
      - provider: http
        baseUrl: https://first.example
        operations: { details: { path: /details, query: { pan: input.pan }, record: body } }
      - provider: http
        baseUrl: https://second.example
        authorised: ${authorised}
        operations:
          details: { path: /details, query: { pan: input.pan }, record: body }
          byMobile: { path: /by-mobile, query: { mobile: input.mobile }, record: body }
${more}
pricing: { overrides: { pan-details: 2.25 } }
secrets:
  pepper: a pepper for tests alone
  masterKey: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
  jwtKeys: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
`
const licensedUntil = (day: string) =>
  `    licence: { authority: UIDAI, number: KUA-17, validUntil: ${day} }\n    consent: { notice: '2026-01' }`

async function listed(configuration?: string) {
  cli = await testCli(configuration)
  const { plugins } = (await cli.parakh('plugins', 'list', '--json')).json<Listed>()
  return {
    plugins,
    of: (id: string) => plugins.flatMap(({ endpoints }) => endpoints).find((endpoint) => endpoint.id === id),
  }
}

it('lists the environments, the price and its source of each endpoint', async () => {
  const { plugins, of } = await listed(withPan(''))
  expect(of('bank-ifsc-details')).toEqual({
    ...{ id: 'bank-ifsc-details', method: 'GET', path: '/api/v1/bank-ifsc-details' },
    ...{ price: '0.50', price_source: 'plugin', tiers: [], regulated: false, providers: ['ifsc/directory'] },
    environments: { sandbox: { active: true }, production: { active: true } },
  })
  expect(of('verify-pan')).toMatchObject({ price: '2.00', price_source: 'default' })
  expect(of('pan-details')).toMatchObject({
    ...{ price: '2.25', price_source: 'configuration', regulated: false },
    providers: ['pan/http#0', 'pan/http#1'],
  })
  expect(of('balance')).toMatchObject({ price: '0.00', environments: { production: { active: true } } })
  expect(plugins.find(({ id }) => id === 'ifsc')?.commands).toMatchObject([{ command: 'parakh ifsc import' }])
})

it.each([
  ['no live provider is configured', 'pan-details', undefined],
  ['no live provider serves find', 'instant-pan-find', withPan('')],
  ['regulated: no live provider is marked authorised', 'mobile-to-pan', withPan('', false)],
  ['regulated: no licence is configured', 'mobile-to-pan', withPan('')],
  ['regulated: the licence ended on 2020-03-31', 'mobile-to-pan', withPan(licensedUntil('2020-03-31'))],
])('says why an endpoint does not answer in production: %s', async (reason, id, configuration) => {
  const { of } = await listed(configuration)
  expect(of(id)?.environments).toEqual({ sandbox: { active: true }, production: { active: false, reason } })
})

it('names the authorised providers of a regulated endpoint alone', async () => {
  const { of } = await listed(withPan(licensedUntil('2099-03-31')))
  expect(of('mobile-to-pan')).toMatchObject({
    ...{ regulated: true, providers: ['pan/http#1'] },
    environments: { production: { active: true } },
  })
})

it('draws the same for a person', async () => {
  cli = await testCli(withPan(''))
  const { out } = await cli.parakh('plugins', 'list')
  const line = (id: string) => out.split('\n').find((text) => text.includes(` ${id} `)) ?? ''
  expect(line('pan-details')).toMatch(/2\.25 +configuration +active +active: pan\/http#0, then pan\/http#1$/)
  expect(line('mobile-to-pan')).toMatch(/15\.00 +plugin +active +no: regulated: no licence is configured$/)
  expect(line('verify-pan')).toMatch(/2\.00 +default +active +no: no live provider serves verify$/)
  expect(out).toContain('parakh ifsc import')
})

it('shows the prices in force, also those that were set in the database', async () => {
  cli = await testCli(withPan("  '@parakh/resale': {}"))
  await cli.parakh('migrate')
  await cli.parakh('prices', 'set', 'pan-details', '--price', '3.50')
  const { plugins } = (await cli.parakh('plugins', 'list', '--json')).json<Listed>()
  const found = plugins.flatMap(({ endpoints }) => endpoints).find(({ id }) => id === 'pan-details')
  expect(found).toMatchObject({ price: '3.50', price_source: 'list' })
  const { paths } = (await cli.parakh('openapi', '--json')).json<{ paths: Record<string, { get: object }> }>()
  expect(paths['/api/v1/pan-details']?.get).toMatchObject({ 'x-price': { amount: 3.5, source: 'list' } })
})

it('lists the plugins without a database, and creates none', async () => {
  cli = await testCli(withPan(''))
  const listed = await cli.parakh('plugins', 'list')
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(cli.folder, 'data'))).toBe(false)
})

it('warns that prices may differ if the database cannot be read', async () => {
  cli = await testCli(withPan('').replace('./data/test.db', './test.db'))
  await writeFile(join(cli.folder, 'test.db'), '')
  const { code, out, err } = await cli.parakh('plugins', 'list')
  expect([code, out.includes('pan-details')]).toEqual([0, true])
  expect(err).toMatch(/^Prices that were set in the database are not shown: .*\(DATABASE_NOT_MIGRATED\)/)
})
