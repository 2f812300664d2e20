import { userInfo } from 'node:os'
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
