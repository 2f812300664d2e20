import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Accounts, Keys } from '@parakh/core'
import { createServer, loadConfig } from '@parakh/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const newer = randomBytes(32).toString('base64')
const older = /masterKey: (.*)/.exec(CONFIGURATION)?.[1] ?? ''
let cli: TestCli
beforeEach(async () => {
  cli = await testCliWithAccount()
  const server = await createServer(await loadConfig(join(cli.folder, 'parakh.yaml')), { logger: false })
  const { id: accountId } = await server.host.get(Accounts).create({ name: 'Acme', role: 'developer' })
  const { key } = await server.host.get(Keys).create({ accountId, environment: 'sandbox' })
  const answer = await server.host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { keyId: key.id })
  expect(answer.status).toBe(200)
  await server.close()
})
afterEach(() => cli[Symbol.asyncDispose]())

const withKeys = (yaml: string): Promise<void> =>
  writeFile(join(cli.folder, 'parakh.yaml'), CONFIGURATION.replace(/masterKey: .*/, `masterKey: ${yaml}`))

describe('secrets', () => {
  it('rewrap moves data keys to the first master key, and status tells which is needed', async () => {
    await withKeys(`[{ id: '2', value: '${newer}' }, { id: '1', value: '${older}' }]`)
    const before = (await cli.parakh('secrets', 'status', '--json')).json()
    expect(before).toEqual({
      master_keys: [
        { key_id: '1', data_keys: 1, current: false, state: 'there' },
        { key_id: '2', data_keys: 0, current: true, state: 'there' },
      ],
      peppers: [
        {
          ...{ pepper_id: '1', current: true, configured: true, api_secrets: 1, admin_tokens: 0, record_keys: 0 },
          subjects: 0,
        },
      ],
      subject_keys: [{ key_id: '1', current: true, configured: true, subjects: 0 }],
    })
    const moved = await cli.parakh('secrets', 'rewrap', '--as', 'asha', '--json')
    expect(moved.json()).toEqual({ key_id: '2', rewrapped: 1, left: 0 })
    expect((await cli.parakh('secrets', 'rewrap')).out).toContain('0 data keys were wrapped under the master key 2')
    const shown = await cli.parakh('secrets', 'status')
    expect(shown.out).toMatch(/2 +1 +there, current/)
    expect(shown.out).not.toMatch(/^ *1 +\d+ +there/m)
    await withKeys(`[{ id: '2', value: '${newer}' }]`)
    expect((await cli.parakh('config', 'check', '--json')).json()).toEqual({ ok: true, warnings: [] })
    const audited = (await cli.parakh('audit', 'list', '--json')).out
    expect(audited).toContain('"action":"secrets.rewrap"')
    for (const value of [older, newer]) expect(audited + shown.out + moved.out).not.toContain(value)
  })

  it.each([
    ['another id', () => `[{ id: '2', value: '${newer}' }]`],
    ['another key under the same id', () => newer],
  ])('are compared with the database by config check and serve: %s', async (_, yaml) => {
    await withKeys(yaml())
    for (const command of [
      ['config', 'check'],
      ['serve', '--port', '0'],
    ]) {
      const refused = await cli.parakh(...command)
      expect(refused.code).not.toBe(0)
      expect(refused.err).toContain('MASTER_KEY_MISSING')
      expect(refused.err).toMatch(/1 data keys .*: 1\. Allowed: /)
      expect(refused.err).not.toContain(newer)
    }
  })

  it('are not compared where the database cannot be read, and config check tells so', async () => {
    const file = join(cli.folder, 'parakh.yaml')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('./data/test.db', './parakh.yaml'))
    const checked = await cli.parakh('config', 'check')
    expect(checked).toMatchObject({ code: 0 })
    expect(checked.out).toContain('Warning: database: The keys were not compared')
  })

  it('have no route and no scope', async () => {
    expect((await cli.parakh('admin', 'tokens', 'scopes', '--json')).out).not.toContain('"secrets')
  })
})
