import { afterEach, expect, it } from 'vitest'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
afterEach(() => cli[Symbol.asyncDispose]())
const brand = (verb: string, ...more: string[]) => cli.parakh('accounts', 'brand', verb, cli.account, ...more)
const SET = ['--host', 'API.reseller.example', '--name', 'Reseller']

it('sets, shows and clears the brand of an account, with who did it', async () => {
  cli = await testCliWithAccount(configurationWith("'@parakh/resale': {}"))
  expect((await brand('show')).out).toContain('has no brand.')
  const more = ['--support-email', 'help@reseller.example', '--colour', '#0a7d5c', '--as', 'asha', '--json']
  const shown = {
    account_id: cli.account,
    brand: {
      ...{ host: 'api.reseller.example', name: 'Reseller' },
      ...{ support_email: 'help@reseller.example', colour: '#0a7d5c' },
    },
  }
  expect((await brand('set', ...SET, ...more)).json()).toEqual(shown)
  expect((await brand('show', '--json')).json()).toEqual(shown)
  expect((await brand('show')).out).toBe(
    'The brand at api.reseller.example is Reseller, help at help@reseller.example, #0a7d5c.\n',
  )
  expect((await brand('clear', '--as', 'asha')).out).toBe(
    'The brand Reseller is gone, and api.reseller.example is free.\n',
  )
  expect((await brand('clear', '--json')).json()).toMatchObject({ account_id: cli.account, brand: null })
  const log = await cli.parakh('audit', 'list', '--account', cli.account, '--json')
  expect(log.json<{ entries: object[] }>().entries.slice(0, 2)).toMatchObject([
    { action: 'account.brand.clear', actor: 'asha' },
    { action: 'account.brand.set', actor: 'asha' },
  ])
})

it('reports the fault of a brand, and the plans that include one', async () => {
  cli = await testCliWithAccount(configurationWith("'@parakh/resale': {}, '@parakh/plans': { offered: {} }"))
  const gated = await brand('set', ...SET)
  expect(gated.code).not.toBe(0)
  expect(gated.err).toContain('PLAN_FEATURE_REQUIRED')
  expect(gated.err).toContain('Allowed with the plans: enterprise')
  const wrong = await brand('set', '--host', 'localhost', '--name', 'Reseller')
  expect(wrong.err).toContain('BRAND_INVALID')
  const nobody = await cli.parakh('accounts', 'brand', 'set', 'nobody', ...SET)
  expect(nobody.err).toContain('NOT_FOUND')
})
