import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConfigurationFault, isParakhError } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookup } from '../test/lookup-plugin.ts'
import { secretsForTest } from '../test/server-for-test.ts'
import { developmentSecrets } from './config/development-secrets.ts'
import { checkConfig, type LoadOptions, loadConfig } from './load-config.ts'

const PLUGIN = fileURLToPath(new URL('../test/lookup-plugin.ts', import.meta.url))
const environment = {
  PEPPER: 'a pepper of tests',
  KEY: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'),
}
const SECRETS = 'secrets: { pepper: "${PEPPER}", masterKey: "${KEY}", jwtKeys: "${KEY}" }\n'
const SOUND = `${SECRETS}database: { client: sqlite3, filename: ./data/acme.db }\n`

describe('a configuration file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-config-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const write = async (text: string, name = 'parakh.yaml') => {
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }
  const load = async (text: string, options: LoadOptions = {}) =>
    loadConfig(await write(text), { environment, ...options })
  const faults = async (promise: Promise<unknown>): Promise<readonly ConfigurationFault[]> => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!isParakhError(error)) throw new Error('The configuration was not refused')
    expect(error.code).toBe('INVALID_CONFIGURATION')
    return error.faults
  }
  const faultsOf = (text: string) => faults(load(text))

  it('is filled in with the defaults of the specification', async () => {
    const config = await load(`${SOUND}plugins: {}\n`)
    expect(config.rateLimits).toEqual({
      ...{ perEndpoint: 60, sandbox: 60, production: 300, inFlight: 20, failedAuth: 20, unknownKeys: 60 },
    })
    expect(config.auth).toBeNull()
    expect(config.legacy).toEqual({ queryKey: 'required', upstreamStatus: 400 })
    expect(config.plugins.map(({ id }) => id)).toEqual(['account'])
    expect(config.database).toEqual({ client: 'sqlite3', filename: join(folder, 'data/acme.db') })
    expect(config.secrets.pepper).toEqual([{ id: '1', value: environment.PEPPER }])
  })

  it('reports every fault at once, each with path, line and allowed values', async () => {
    const found = await faultsOf(`brand: { nam: Acme }
servr: { port: 1 }
server: { port: 70000, trustProxy: [10.0.0.0/99] }
database: { client: mysql }
plugins:
  '@acme/none': {}
  ${PLUGIN}: { live: { provider: nobody } }
pricing: { overrides: { lookup: 1.005, nothing: 1 } }
rateLimits: { perEndpoint: 0 }
legacy: { upstreamStatus: 500 }
secrets: { pepper: "\${UNSET}", masterKey: short }
`)
    const byPath = Object.fromEntries(found.map(({ path, code, message }) => [path, { code, message }]))
    expect(byPath).toMatchObject({
      'brand.nam': { code: 'UNKNOWN_KEY', message: expect.stringContaining('did you mean "name"') },
      'brand.name': { code: 'INVALID_VALUE' },
      servr: {
        code: 'UNKNOWN_KEY',
        message: expect.stringMatching(/did you mean "server".*Allowed: brand, server.*line 2/s),
      },
      'server.port': { message: expect.stringMatching(/at most 65535.*line 3/s) },
      'server.trustProxy.0': { message: expect.stringContaining('10.0.0.0/8') },
      'database.client': { message: expect.stringContaining('sqlite3') },
      'plugins.@acme/none': { code: 'PLUGIN_NOT_FOUND', message: expect.stringContaining(folder) },
      [`plugins.${PLUGIN}.live.provider`]: { code: 'PROVIDER_UNKNOWN', message: expect.stringMatching(/http/) },
      'pricing.overrides.lookup': { message: expect.stringContaining('two decimals') },
      'rateLimits.perEndpoint': { message: expect.stringContaining('at least 1') },
      'legacy.upstreamStatus': { code: 'INVALID_VALUE' },
      'secrets.pepper': { code: 'MISSING_ENVIRONMENT_VARIABLE', message: expect.stringContaining('UNSET') },
      'secrets.masterKey': { message: expect.stringContaining('32 bytes in base64') },
      'secrets.jwtKeys': { code: 'MISSING_SECRET' },
    })
  })

  it('reports the line of a fault inside a list', async () => {
    const found = await faultsOf(`${SOUND}plugins:
  ${PLUGIN}:
    live:
      - provider: nobody
      - provider: http
        baseUrl: https://a.example
        operations: {}
        timeot: 5
server:
  trustProxy:
    - loopback
    - 10.0.0.0/99
`)
    const first = SOUND.split('\n').length
    const lines = Object.fromEntries(
      found.map(({ path, message }) => [path, Number(/line (\d+)\)$/.exec(message)?.[1])]),
    )
    expect(lines).toMatchObject({
      [`plugins.${PLUGIN}.live.0.provider`]: first + 3,
      'server.trustProxy.1': first + 11,
    })
  })

  it('names the price of an endpoint that does not exist', async () => {
    const found = await faultsOf(`${SOUND}plugins: { "${PLUGIN}": {} }\npricing: { overrides: { lookups: 1 } }\n`)
    expect(found).toMatchObject([{ code: 'PRICE_UNKNOWN_ENDPOINT', path: 'pricing.overrides.lookups' }])
  })

  it('names an endpoint that does not exist and is described or switched off', async () => {
    const endpoints = 'endpoints: { lokup: { category: Codes }, lookpu: off }'
    const found = await faultsOf(`${SOUND}plugins: { "${PLUGIN}": {} }\n${endpoints}\n`)
    expect(found.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'SWITCH_UNKNOWN_ENDPOINT endpoints.lokup',
      'SWITCH_UNKNOWN_ENDPOINT endpoints.lookpu',
    ])
  })

  it('says both ways in which an endpoint is switched or described', async () => {
    const endpoints = 'endpoints: { lookup: of, other: { ofered: off }, third: { offered: of } }'
    const found = await faultsOf(`${SOUND}plugins: { "${PLUGIN}": {} }\n${endpoints}\n`)
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(
        /^endpoints\.lookup: .*Allowed: on, off, or an object of offered, category, summary, description/,
      ),
      expect.stringMatching(/^endpoints\.other\.ofered: .*offered, category, summary, description/),
      expect.stringMatching(/^endpoints\.third\.offered: .*Allowed: on, off \(parakh/),
    ])
  })

  it('names what law is to keep and is of no call about a person', async () => {
    const erasure = 'retention: { erasure: { keepDays: { pan-detials: 30 }, reason: a law } }'
    const found = await faultsOf(`${SOUND}plugins: { "${PLUGIN}": {} }\n${erasure}\n`)
    expect(found).toMatchObject([{ code: 'ERASURE_UNKNOWN_NAME', path: 'retention.erasure.keepDays.pan-detials' }])
  })

  it('names two plugins on one path', async () => {
    await write(`export { default } from ${JSON.stringify(PLUGIN)}\n`, 'again.ts')
    const found = await faultsOf(`${SOUND}plugins: { "${PLUGIN}": {}, ./again.ts: {} }\n`)
    expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(['PLUGIN_DUPLICATE', 'ROUTE_CONFLICT']))
  })

  it('names a module that is no plugin and one that throws', async () => {
    await write('export default { id: 1 }\n', 'none.mjs')
    await write('throw new Error("broken on load")\n', 'broken.mjs')
    const found = await faultsOf(`${SOUND}plugins: { ./none.mjs: {}, ./broken.mjs: {} }\n`)
    expect(found).toMatchObject([
      { code: 'NOT_A_PLUGIN', path: 'plugins../none.mjs' },
      { code: 'PLUGIN_NOT_LOADED', message: expect.stringContaining('broken on load') },
    ])
  })

  it('makes sources of providers that are named by a path, and checks their options', async () => {
    const provider = `import { LookupProvider } from ${JSON.stringify(PLUGIN)}
import * as z from 'zod'
export default LookupProvider.implement({ id: 'acme', options: z.strictObject({ token: z.string() }), make: () => ({ find: async () => null }) })
`
    const inPackage = join(fileURLToPath(new URL('../test', import.meta.url)), `provider-${process.pid}.ts`)
    await writeFile(inPackage, provider)
    try {
      const sound = await load(
        `${SOUND}plugins: { "${PLUGIN}": { live: { provider: ${inPackage}, token: x, authorised: true } } }\n`,
      )
      expect(sound.plugins.at(-1)?.options['live']).toMatchObject({
        provider: 'acme',
        contract: 'lookup',
        options: { token: 'x' },
        authorised: true,
      })
      const found = await faultsOf(
        `${SOUND}plugins: { "${PLUGIN}": { live: [{ provider: ${inPackage}, tokn: x }] } }\n`,
      )
      expect(found.map(({ path }) => path)).toEqual(
        expect.arrayContaining([`plugins.${PLUGIN}.live.0.tokn`, `plugins.${PLUGIN}.live.0.token`]),
      )
    } finally {
      await rm(inPackage)
    }
    const missing = await faultsOf(`${SOUND}plugins: { "${PLUGIN}": { live: { provider: ./nobody.ts } } }\n`)
    expect(missing).toMatchObject([{ code: 'PROVIDER_NOT_FOUND', path: `plugins.${PLUGIN}.live.provider` }])
  })

  it('finds a plugin package from the folder of the file', async () => {
    const home = join(folder, 'node_modules/@acme/lookup')
    await mkdir(home, { recursive: true })
    await writeFile(
      join(home, 'package.json'),
      JSON.stringify({ name: '@acme/lookup', type: 'module', exports: { '.': { import: './main.js' } } }),
    )
    await writeFile(
      join(home, 'main.js'),
      'const definition = { id: "acme", contract: 1, endpoints: [], providers: [], services: [], jobs: [], commands: [], points: [], contributes: [], decorates: [], requires: [], routes: [], work: [], statements: [], operations: [], errors: [], events: [], mount: "/api/v1" }\nexport default Object.assign((options = {}) => ({ id: "acme", contract: 1, definition, options }), { definition })\n',
    )
    const config = await load(`${SOUND}plugins: { '@acme/lookup': }\n`)
    expect(config.plugins.map(({ id }) => id)).toEqual(['account', 'acme'])
  })

  it('fills in variables, their defaults and the escape, and takes numbers from text', async () => {
    const config = await load(
      `${SOUND}brand: { name: "\${NAME:-Acme} $\${x}" }\nserver: { port: "\${PORT}", host: \${HOST:-127.0.0.2} }\nplugins: {}\n`,
      {
        environment: { ...environment, PORT: '8080' },
      },
    )
    expect(config.brand.name).toBe('Acme ${x}')
    expect(config.server).toMatchObject({ port: 8080, host: '127.0.0.2' })
  })

  it('may be JSON or TypeScript', async () => {
    const secrets = { pepper: '${PEPPER}', masterKey: '${KEY}', jwtKeys: '${KEY}' }
    const json = await write(
      JSON.stringify({ secrets, database: { client: 'sqlite3', filename: 'a.db' }, plugins: {} }),
      'parakh.json',
    )
    expect((await loadConfig(json, { environment })).database).toMatchObject({
      filename: join(folder, 'a.db'),
    })
    const script = `import lookup from ${JSON.stringify(PLUGIN)}
export default { secrets: ${JSON.stringify(secretsForTest())}, database: { client: 'sqlite3' as const, filename: 'a.db' }, plugins: [lookup()] }
`
    const typed = await loadConfig(await write(script, 'parakh.config.ts'))
    expect(typed.plugins.map(({ id }) => id)).toEqual(['account', 'lookup'])
    expect(typed.database).toMatchObject({ filename: join(folder, 'a.db') })
  })

  it('names a database file that cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const found = await faultsOf(`${SECRETS}database: { client: sqlite3, filename: ./file/acme.db }\nplugins: {}\n`)
    expect(found).toMatchObject([{ code: 'DATABASE_UNWRITABLE', path: 'database.filename' }])
    expect(await faultsOf(`${SECRETS}database: { client: sqlite3, filename: . }\nplugins: {}\n`)).toMatchObject([
      { message: expect.stringContaining('folder') },
    ])
  })

  it('refuses an in-memory database, with the allowed values', async () => {
    expect(
      await faultsOf(`${SECRETS}database: { client: sqlite3, filename: ':memory:' }\nplugins: {}\n`),
    ).toMatchObject([
      { code: 'INVALID_VALUE', path: 'database.filename', message: expect.stringContaining('must be a file') },
    ])
  })

  it.each([
    ['is not there', 'none.yaml', null],
    ['is not YAML', 'parakh.yaml', 'a: [1'],
    ['is of another kind', 'parakh.toml', 'a = 1'],
    ['throws', 'parakh.config.mjs', 'throw new Error("no")'],
  ])('that %s is CONFIGURATION_UNREADABLE', async (_, name, text) => {
    if (text !== null) await write(text, name)
    await expect(loadConfig(join(folder, name))).rejects.toMatchObject({ code: 'CONFIGURATION_UNREADABLE' })
  })

  it('that is no object is refused', async () => {
    expect(await faultsOf('just text')).toMatchObject([{ code: 'INVALID_VALUE' }])
  })

  it.each(["'@parakh/ifsc'", "['@parakh/ifsc']"])('says how plugins are listed where they are %s', async (plugins) => {
    expect(await faultsOf(`${SOUND}plugins: ${plugins}\n`)).toMatchObject([
      { path: 'plugins', message: expect.stringMatching(/^must have a key for each plugin, with its options: \{ '/) },
    ])
  })

  it('generates development secrets with --development, but not in production', async () => {
    const text = 'database: { client: sqlite3, filename: a.db }\nplugins: {}\n'
    expect((await faultsOf(text)).map(({ code }) => code)).toEqual([
      'MISSING_SECRET',
      'MISSING_SECRET',
      'MISSING_SECRET',
    ])
    const first = await load(text, { allowDevelopmentSecrets: true })
    const second = await load(text, { allowDevelopmentSecrets: true })
    expect(second.secrets).toEqual(first.secrets)
    expect(first.secrets.jwtKeys.map(({ id }) => id)).toEqual(['1', '2'])
    expect(await readFile(join(folder, '.parakh/.gitignore'), 'utf8')).toBe('*\n')
    const production = load(text, { allowDevelopmentSecrets: true, environment: { NODE_ENV: 'production' } })
    expect((await faults(production)).map(({ code }) => code)).toContain('MISSING_SECRET')
  })

  it('generates development secrets once, also in two concurrent processes', async () => {
    const [one, two] = await Promise.all([developmentSecrets(folder), developmentSecrets(folder)])
    expect(two).toEqual(one)
  })

  it('reads development secrets with one signing key, of a file that was made before', async () => {
    const before = { pepper: 'a pepper for tests', masterKey: 'm', jwtKeys: 'k' }
    await mkdir(join(folder, '.parakh'))
    await writeFile(join(folder, '.parakh/development-secrets.json'), JSON.stringify(before))
    expect(await developmentSecrets(folder)).toEqual(before)
  })

  it('accepts keyed lists of secrets and refuses a repeated id', async () => {
    const secrets = secretsForTest()
    const list = [
      { id: '2026', value: 'a newer pepper of tests' },
      { id: '2025', value: 'a pepper of tests' },
    ]
    const config = { database: { client: 'sqlite3', filename: 'a.db' }, plugins: [lookup()] } as const
    expect((await checkConfig({ ...config, secrets: { ...secrets, pepper: list } })).secrets.pepper).toEqual(list)
    const twice = checkConfig({
      ...config,
      secrets: { ...secrets, pepper: [list[0], list[0]].flatMap((one) => one ?? []) },
    })
    expect(await faults(twice)).toMatchObject([{ path: 'secrets.pepper', message: expect.stringContaining('twice') }])
  })
})
