import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCli } from '../../test/test-cli.ts'

let cli: TestCli
beforeEach(async () => {
  cli = await testCli()
  await rm(join(cli.folder, 'parakh.yaml'))
})
afterEach(() => cli[Symbol.asyncDispose]())
const text = (name: string) => readFile(join(cli.folder, name), 'utf8')

it('writes a configuration that is valid, migrates and makes an account, with secrets that only the owner reads', async () => {
  const written = await cli.parakh('init', '--name', 'Acme: "Verify"', '--support-email', 'help@acme.example', '--json')
  expect(written.json()).toMatchObject({ ok: true, files: ['parakh.yaml', '.env', 'parakh.service'] })
  const secrets = Object.values(parseEnv(await text('.env')))
  expect(secrets).toHaveLength(4)
  expect(new Set(secrets).size).toBe(4)
  for (const secret of secrets) {
    expect(Buffer.from(secret ?? '', 'base64')).toHaveLength(32)
    expect(written.out + (await text('parakh.yaml')) + (await text('parakh.service'))).not.toContain(secret)
  }
  expect((await stat(join(cli.folder, '.env'))).mode & 0o777).toBe(0o600)
  const checked = (await cli.parakh('config', 'check', '--json')).json<{ ok: boolean; warnings: unknown[] }>()
  expect(checked).toEqual({ ok: true, warnings: [] })
  expect((await cli.parakh('migrate')).code).toBe(0)
  expect((await cli.parakh('accounts', 'create', '--name', 'First', '--role', 'developer')).code).toBe(0)
})

it('names every plugin that is installed and needs no options, and no other', async () => {
  const { plugins } = (await cli.parakh('init', '--name', 'Acme', '--json')).json<{ plugins: readonly string[] }>()
  expect(plugins).toEqual(expect.arrayContaining(['@parakh/ifsc', '@parakh/pan', '@parakh/documents', '@parakh/plans']))
  expect(plugins).not.toContain('@parakh/gateway-razorpay')
})

it('asks a person for what no option says, and again until it can be read', async () => {
  cli.typed.push('', 'Acme', 'nobody', '', 'https://api.acme.example', 'postgresql://acme:wordpass@db.example/acme')
  const written = await cli.parakh('init')
  expect(written.err).toBe('Allowed: 1 to 80 characters, such as Acme Verify\nAllowed: an e-mail address\n')
  const configuration = await text('parakh.yaml')
  expect(configuration).toContain('publicUrl: "https://api.acme.example"')
  expect(configuration).toContain('connection: ${DATABASE_URL}')
  expect(configuration).not.toContain('supportEmail')
  expect(configuration + (await text('parakh.service'))).not.toContain('wordpass')
  expect(parseEnv(await text('.env'))['DATABASE_URL']).toBe('postgresql://acme:wordpass@db.example/acme')
})

it('listens at the port of an address of this machine, and else behind a proxy', async () => {
  await cli.parakh('init', '--name', 'Acme', '--public-url', 'http://localhost:4110')
  expect(await text('parakh.yaml')).toContain('port: 4110')
})

it('says which option is missing or wrong where nobody can be asked', async () => {
  expect((await cli.parakh('init')).err).toContain('--name is missing or wrong. Allowed: 1 to 80 characters')
  const refused = await cli.parakh('init', '--name', 'Acme', '--public-url', 'acme.example')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--public-url is missing or wrong') })
  await expect(text('parakh.yaml')).rejects.toThrow()
})

it('replaces nothing that is there', async () => {
  await cli.parakh('init', '--name', 'Acme')
  const before = await text('.env')
  await rm(join(cli.folder, 'parakh.yaml'))
  const refused = await cli.parakh('init', '--name', 'Acme')
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/\.env is there already.*INIT_FILE_EXISTS/) })
  expect(await text('.env')).toBe(before)
  await expect(text('parakh.yaml')).rejects.toThrow()
})

it('writes a unit with all that the one in deploy/ is not allowed to do', async () => {
  await cli.parakh('init', '--name', 'Acme')
  const unit = (await text('parakh.service')).split('\n')
  const deployed = await readFile(new URL('../../../../deploy/systemd/parakh.service', import.meta.url), 'utf8')
  const restrictions = /^UMask=[\s\S]*?^SystemCallErrorNumber=.*$/m.exec(deployed)?.[0].split('\n') ?? []
  expect(restrictions.length).toBeGreaterThan(20)
  // It reads its folder, which may be below /home.
  for (const line of restrictions) expect(unit).toContain(line === 'ProtectHome=yes' ? 'ProtectHome=read-only' : line)
  expect(unit).toContain(`ReadWritePaths=${cli.folder}/data`)
  expect(unit.find((line) => line.startsWith('User='))).not.toBe('User=root')
})
