import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  const standing = "'@parakh/pan': { consent: { notice: '2026-01', standing: true } }"
  cli = await testCliWithAccount(CONFIGURATION.replace("'@parakh/pan': {}", standing))
})
afterEach(() => cli[Symbol.asyncDispose]())

it('writes a standing declaration down, shows it, and ends it', async () => {
  const consents = (verb: string, ...more: string[]) =>
    cli.parakh('consents', verb, cli.account, '--plugin', 'pan', '--json', ...more)
  expect((await consents('show')).json()).toMatchObject({ declared: null })
  expect((await consents('declare', '--reference', 'agreement-7')).json()).toMatchObject({
    ok: true,
    notice: '2026-01',
  })
  expect((await consents('show')).json()).toMatchObject({
    declared: { reference: 'agreement-7', notice: '2026-01', actor: userInfo().username },
  })
  expect((await consents('withdraw')).json()).toMatchObject({ ok: true, withdrawn: true })
  expect((await consents('withdraw')).json()).toMatchObject({ ok: true, withdrawn: false })
})

it('is refused for a plugin whose policy accepts no standing consent', async () => {
  const refused = await cli.parakh('consents', 'declare', cli.account, '--plugin', 'ifsc', '--reference', 'a')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('its policy accepts no standing declaration')
})

it('lists what calls were made under, and exports what a key could have seen to a new file', async () => {
  const listed = await cli.parakh('consents', 'list', '--account', cli.account, '--state', 'given', '--json')
  expect(listed.json()).toEqual({ consents: [], next: null, next_cursor: null })
  const of = ['--account', cli.account, '--environment', 'sandbox', '--json']
  const { key_id } = (await cli.parakh('keys', 'create', ...of)).json()
  const asked = ['breach', 'export', '--key', `${key_id}`, '--since', '2026-01-01', '--out', 'breach.csv', '--json']
  expect((await cli.parakh(...asked)).json()).toMatchObject({ ok: true })
  const [head, key, reach, made] = (await readFile(join(cli.folder, 'breach.csv'), 'utf8')).split('\r\n')
  expect(head).toMatch(/^kind,at,until,account_id,/)
  expect([key, reach, made]).toEqual(['credential', 'reach', 'act'].map((kind) => expect.stringMatching(`^${kind},`)))
  expect((await cli.parakh(...asked)).err).toContain('needs a new file')
})
