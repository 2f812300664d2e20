import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCli } from '../../test/test-cli.ts'

const LETTERS = `
import { defineSettings, definePlugin } from '@parakh/core'
import * as z from 'zod'
const partner = z.strictObject({ secret: z.string(), copies: z.number().max(9).default(1).describe('Of each letter') })
const settings = defineSettings('letters', z.object({ partners: z.record(z.string(), partner) }))
export default definePlugin({ id: 'letters', contract: 1, settings })
`

let cli: TestCli
afterEach(() => cli[Symbol.asyncDispose]())

describe('config check', () => {
  it('accepts a valid configuration', async () => {
    cli = await testCli()
    expect((await cli.parakh('config', 'check', '--json')).json()).toEqual({ ok: true, warnings: [] })
  })

  it('warns of secrets that are not known here, which serve refuses', async () => {
    cli = await testCli(
      `database: { client: sqlite3, filename: ./a.db }
plugins:
  ./letters.mjs: { partners: { north: { secret: "\${NOT_SET}" } } }
  '@parakh/gateway-razorpay': {}
  '@parakh/funding':
    gateways: { main: { use: razorpay, webhookSecret: "\${NOT_SET}", keyId: rzp_1, keySecret: "\${NOT_SET}" } }
secrets: { pepper: "\${NOT_SET}" }
`,
    )
    await writeFile(join(cli.folder, 'letters.mjs'), LETTERS)
    const checked = await cli.parakh('config', 'check')
    expect(checked).toMatchObject({ code: 0 })
    const gateway = ['webhookSecret', 'keySecret'].map((name) => `plugins.@parakh/funding.gateways.main.${name}`)
    const own = 'plugins../letters.mjs.partners.north.secret'
    for (const path of ['secrets.pepper', 'secrets.masterKey', 'secrets.jwtKeys', ...gateway, own])
      expect(checked.out).toContain(`Warning: ${path}: `)
    const refused = await cli.parakh('serve', '--port', '0')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.err).toContain('MISSING_SECRET')
  })

  it('reports every fault of payment gateways at once, with what is allowed', async () => {
    const gateways = (plugins: string) => `
database: { client: sqlite3, filename: ./a.db }
plugins:
  '@parakh/funding':
    gateways:
      mistyped: { use: razorpy, webhookSecret: whsec-of-a-test-0001 }
      abroad: { use: stripe, webhookSecret: whsec-of-a-test-0001 }
      unsaid: { webhookSecret: whsec-of-a-test-0001 }
      bare: { use: razorpay }
      half: { use: razorpay, webhookSecret: whsec-of-a-test-0001, keyId: rzp_live_1 }
      short: { use: razorpay, webhookSecret: too-short, secret: sixteen letters of it }
      No Name: { use: razorpay, webhookSecret: whsec-of-a-test-0001 }
${plugins}
`
    cli = await testCli(gateways("  '@parakh/gateway-razorpay': {}"))
    const refused = await cli.parakh('config', 'check')
    expect(refused).toMatchObject({ code: 2 })
    for (const fault of [
      /mistyped\.use: .*did you mean "razorpay".*Allowed: razorpay.*line 6.*DRIVER_UNKNOWN/,
      /abroad\.use: No configured plugin brings a driver .stripe. .*Allowed: razorpay.*line 7.*DRIVER_UNKNOWN/,
      /unsaid\.use: .*Allowed: razorpay.*DRIVER_UNKNOWN/,
      /bare\.webhookSecret: must be a secret of at least 16 characters, or a list.*PLUGIN_OPTIONS_INVALID/,
      /short\.webhookSecret: must be a secret of at least 16 characters, or a list.*PLUGIN_OPTIONS_INVALID/,
      /half\.keySecret: must be there where keyId is.*PLUGIN_OPTIONS_INVALID/,
      /short\.secret: is not a known field.*Allowed: webhookSecret, keyId, keySecret, apiUrl.*PLUGIN_OPTIONS_INVALID/,
      /No Name: .*lower-case letters, digits.*PLUGIN_OPTIONS_INVALID/,
    ])
      expect(refused.err).toMatch(fault)
    expect(refused.err).not.toContain('whsec-of-a-test-0001')
    await writeFile(join(cli.folder, 'parakh.yaml'), gateways(''))
    const none = await cli.parakh('config', 'check')
    expect(none.err).toMatch(/bare\.use: .*"razorpay".*Allowed: a driver whose plugin stands under plugins/)
  })

  it('refuses weak secrets as serve does', async () => {
    const zeros = Buffer.alloc(32).toString('base64')
    cli = await testCli(
      `database: { client: sqlite3, filename: ./a.db }\nplugins: {}\nsecrets: { pepper: ${'a'.repeat(20)}, masterKey: ${zeros}, jwtKeys: ${zeros} }\n`,
    )
    for (const command of [
      ['config', 'check'],
      ['serve', '--port', '0'],
    ]) {
      const refused = await cli.parakh(...command)
      expect(refused).toMatchObject({ code: 2 })
      for (const path of ['secrets.pepper', 'secrets.masterKey', 'secrets.jwtKeys']) expect(refused.err).toContain(path)
      expect(refused.err).toContain('WEAK_SECRET')
      expect(refused.err).not.toContain(zeros)
    }
  })

  it('reports weak and invalid secrets together, and unknown endpoints and invalid prices together', async () => {
    cli = await testCli(`
database: { client: sqlite3, filename: ./a.db }
plugins: { '@parakh/ifsc': {} }
pricing: { overrides: { bank-ifsc-details: 0.505, bank-ifsc-detials: 1 } }
secrets: { pepper: ${'a'.repeat(20)}, masterKey: abc }
`)
    const refused = await cli.parakh('config', 'check')
    expect(refused).toMatchObject({ code: 2 })
    for (const part of [
      'secrets.pepper',
      'WEAK_SECRET',
      'secrets.masterKey',
      'bank-ifsc-details: ',
      'PRICE_UNKNOWN_ENDPOINT',
    ])
      expect(refused.err).toContain(part)
    expect(refused.err.match(/secrets\.masterKey/g)).toHaveLength(1)
  })

  it('lists every fault at once, with its path and the allowed values, and exits with 2', async () => {
    cli = await testCli(`
brnd: { name: X }
server: { port: 70000 }
database: { client: sqlite3, filename: '\${NOT_SET}' }
plugins: { '@parakh/nothing': {} }
`)
    const refused = await cli.parakh('config', 'check', '--json')
    expect(refused).toMatchObject({ code: 2, out: '' })
    for (const part of ['brnd', 'server.port', 'NOT_SET', 'plugins.@parakh/nothing', 'secrets.pepper']) {
      expect(refused.err).toContain(part)
    }
  })
})

describe('events that nobody is told of', () => {
  const ORDERS = `
import { defineEndpoint, defineEvent, definePlugin, modern, zero } from '@parakh/core'
import * as z from 'zod'
const Shape = z.object({ id: z.string() })
const place = defineEndpoint({
  id: 'place-order', method: 'POST', path: '/orders', group: 'Orders', summary: 'Place an order', envelope: modern, price: zero,
  request: Shape, data: Shape, needs: { placed: defineEvent('order.placed', Shape) },
  handle: async ({ request, answer }) => answer(request), fixtures: [{ scenario: 'success', request: { id: '1' } }],
})
export default definePlugin({ id: 'orders', contract: 1, endpoints: [place] })
`
  const told = async (plugins: string) => {
    await writeFile(join(cli.folder, 'parakh.yaml'), CONFIGURATION.replace(/^plugins: .*$/m, `plugins: { ${plugins} }`))
    const checked = await cli.parakh('config', 'check')
    expect(checked).toMatchObject({ code: 0, err: '' })
    return checked.out
  }

  it('are a warning of the check, with the package that tells accounts, and none beside it', async () => {
    cli = await testCli()
    await writeFile(join(cli.folder, 'orders.mjs'), ORDERS)
    expect(await told('./orders.mjs: {}')).toMatch(
      /Warning: plugins\.\.\/orders\.mjs: .*order\.placed.*Allowed: the plugin "@parakh\/webhooks".*line 4/,
    )
    expect(await told("./orders.mjs: {}, '@parakh/webhooks': {}")).not.toContain('Warning')
    expect(await told("'@parakh/pan': {}")).not.toContain('Warning')
  })
})

describe('a configuration without secrets', () => {
  it.each([['plugins', 'list'], ['openapi'], ['postman'], ['config', 'check']])(
    'is enough for %s %s',
    async (...command) => {
      cli = await testCli("database: { client: sqlite3, filename: ./a.db }\nplugins: { '@parakh/ifsc': {} }\n")
      expect(await cli.parakh(...command.filter((word) => word !== undefined), '--json')).toMatchObject({ code: 0 })
    },
  )
})

describe('config check and serve', () => {
  it.each([
    ['a misspelt option below the first level', "{ '@parakh/pan': { licence: { authorty: x } } }", 'licence.authorty'],
    [
      'two faults of one plugin, of its source and beside it',
      "{ '@parakh/pan': { live: { provider: nobody }, lisence: {} } }",
      'lisence',
    ],
  ])('find %s', async (_, plugins, path) => {
    cli = await testCli()
    const text = await readFile(join(cli.folder, 'parakh.yaml'), 'utf8')
    await cli[Symbol.asyncDispose]()
    cli = await testCli(text.replace(/^plugins: .*$/m, `plugins: ${plugins}`))
    for (const command of [
      ['config', 'check'],
      ['serve', '--port', '0', '--migrate'],
    ]) {
      const refused = await cli.parakh(...command)
      expect(refused).toMatchObject({ code: 2 })
      expect(refused.err).toContain(path)
    }
  })
})

it('reads variables from a .env file in the folder of the configuration', async () => {
  cli = await testCli('database: { client: sqlite3, filename: "${DB}" }\nplugins: {}\n')
  await writeFile(`${cli.folder}/.env`, 'DB=./from-env.db\n')
  expect((await cli.parakh('config', 'check')).err).not.toContain('MISSING_ENVIRONMENT_VARIABLE')
})

describe('config schema', () => {
  const printed = async (...more: readonly string[]) =>
    (await cli.parakh('config', 'schema', ...more)).json<{
      properties: { plugins: { properties: Record<string, { properties: object }>; additionalProperties: object } }
    }>()

  it('is of configurations in general where there is none', async () => {
    cli = await testCli()
    await rm(join(cli.folder, 'parakh.yaml'))
    const schema = await printed()
    expect(schema).toMatchObject({ type: 'object', required: ['database', 'plugins'] })
    expect(schema.properties.plugins).toMatchObject({
      properties: {},
      additionalProperties: { type: ['object', 'null'] },
    })
  })

  it('has the sections of the listed plugins with their fields and drivers, also beside faults elsewhere', async () => {
    cli = await testCli(`
databse: {}
plugins: { '@parakh/funding': {}, '@parakh/gateway-razorpay': {}, ./letters.mjs: {}, '@parakh/nothing': {} }
`)
    await writeFile(join(cli.folder, 'letters.mjs'), LETTERS)
    const { properties } = (await printed()).properties.plugins
    expect(Object.keys(properties)).toEqual(['@parakh/funding', '@parakh/gateway-razorpay', './letters.mjs'])
    expect(properties['@parakh/funding']?.properties).toMatchObject({
      upi: { properties: { vpa: { description: 'The UPI address that is paid' } }, required: ['vpa', 'name'] },
      gateways: {
        additionalProperties: {
          anyOf: [{ required: ['use', 'webhookSecret'], properties: { use: { const: 'razorpay' }, keyId: {} } }],
        },
      },
    })
    const partner = { required: ['secret'], properties: { copies: { maximum: 9, description: 'Of each letter' } } }
    expect(properties['./letters.mjs']).toMatchObject({
      ...{ additionalProperties: false, required: ['partners'] },
      properties: { partners: { additionalProperties: partner } },
    })
  })
})

it('tells faults in the section of a plugin with their lines', async () => {
  cli = await testCli(`
database: { client: sqlite3, filename: ./a.db }
plugins:
  ./letters.mjs:
    partners:
      north: { secret: a secret that is long }
      south:
        secret: short
        copies: 12
    prtners: {}
  '@parakh/resale':
    costs:
      '@parakh/pan': { details: 1, detials: 2 }
  '@parakh/pan': {}
`)
  await writeFile(join(cli.folder, 'letters.mjs'), LETTERS)
  const { code, err } = await cli.parakh('config', 'check')
  expect(code).toBe(2)
  for (const [path, line] of [
    ['./letters.mjs.partners.south.secret', 8],
    ['./letters.mjs.partners.south.copies', 9],
    ['./letters.mjs.prtners', 10],
    ['@parakh/resale.costs.@parakh/pan.detials', 13],
  ] as const)
    expect(err.split('\n').find((text) => text.trim().startsWith(`plugins.${path}: `))).toContain(`line ${line})`)
})

it('lists the searched places if there is no configuration', async () => {
  cli = await testCli()
  const refused = await cli.parakh('accounts', 'list', '--config', 'elsewhere.yaml', '--json')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('there is no file elsewhere.yaml')
})
