import { join } from 'node:path'
import { Keys } from '@parakh/core'
import { createServer, loadConfig } from '@parakh/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const PAN = 'ABCPE4321F'
let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
  const server = await createServer(await loadConfig(join(cli.folder, 'parakh.yaml')), { logger: false })
  const { key } = await server.host.get(Keys).create({ accountId: cli.account, environment: 'sandbox' })
  expect(await server.host.call('verify-pan', { pan: PAN }, { keyId: key.id })).toMatchObject({ status: 200 })
  await server.close()
})
afterEach(() => cli[Symbol.asyncDispose]())

describe('subjects find', () => {
  it('tells who looked a person up, whose number is read from standard input', async () => {
    cli.typed.push(` ${PAN.toLowerCase()} `)
    const found = await cli.parakh('subjects', 'find', '-', '--as', 'asha', '--json')
    expect(found.json()).toMatchObject({
      calls: [
        { account_id: cli.account, endpoint: 'verify-pan', purpose: 'verify-pan', outcome: 'answer', kept: true },
      ],
      next: null,
    })
    const shown = await cli.parakh('subjects', 'find', PAN)
    expect(shown.out).toContain('verify-pan')
    expect((await cli.parakh('subjects', 'find', 'ZZZPE4321F')).out).toBe('No call is about this person.\n')
    const audited = await cli.parakh('audit', 'list', '--action', 'subject.find', '--json')
    expect(audited.out).toContain('"actor":"asha"')
    for (const { out, err } of [found, shown, audited]) expect(out + err).not.toContain(PAN)
  })

  it('refuses what is no identifier, and standard input without a line', async () => {
    for (const typed of ['A-1', '-']) {
      const refused = await cli.parakh('subjects', 'find', typed)
      expect([typed, refused.code, refused.out]).toEqual([typed, 2, ''])
    }
  })

  it('needs every subject key that calls were hashed under, and config check says where there is none', async () => {
    const write = async (keys: string) => {
      const { writeFile } = await import('node:fs/promises')
      await writeFile(join(cli.folder, 'parakh.yaml'), CONFIGURATION.replace(/ {2}subjectKeys: .*\n/, keys))
    }
    await write(`  subjectKeys: [{ id: '2026', value: another subject key of tests }]\n`)
    const refused = await cli.parakh('serve', '--port', '0')
    expect(refused.code).not.toBe(0)
    expect(refused.err).toMatch(/SUBJECT_KEY_MISSING.* lacks: 1\. Allowed: /)
    expect((await cli.parakh('config', 'check')).err).toContain('SUBJECT_KEY_MISSING')
    const status = await cli.parakh('secrets', 'status', '--json')
    expect(status.json()).toMatchObject({
      subject_keys: [
        { key_id: '2026', current: true, configured: true, subjects: 0 },
        { key_id: '1', current: false, configured: false, subjects: 1 },
      ],
    })
    await cli.parakh('migrate')
    const fresh = await testCliWithAccount(CONFIGURATION.replace(/ {2}subjectKeys: .*\n/, ''))
    const checked = await fresh.parakh('config', 'check', '--json')
    expect(checked.json()).toMatchObject({
      warnings: [{ code: 'SUBJECT_KEYS_ABSENT', path: 'secrets.subjectKeys' }],
    })
    await fresh[Symbol.asyncDispose]()
  })
})
