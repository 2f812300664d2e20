import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONFIGURATION, testCli } from '../../test/test-cli.ts'

const COMPANY = `
import { defineEndpoint, definePlugin, inr, modern } from '@parakh/core'
import * as z from 'zod'
const details = defineEndpoint({
  id: 'company-details', method: 'GET', path: '/company-details', group: 'Companies', summary: 'Find a company',
  envelope: modern, request: z.object({ pages: z.coerce.number().int().default(0) }), data: z.object({ name: z.string() }),
  tiers: { basic: inr('1.00'), full: inr('3.00') },
  price: ({ request, tier }) => (request.pages === 0 ? tier('basic') : tier('full', request.pages)),
  handle: async ({ answer }) => answer({ name: 'Acme' }),
  fixtures: [{ scenario: 'success', request: {} }],
})
export default definePlugin({ id: 'company', contract: 1, endpoints: [details] })
`

it('sets, lists, explains and unsets the price of a tier on the command line', async () => {
  await using cli = await testCli(
    CONFIGURATION.replace("'@parakh/pan': {}", "'./company.mjs': {}, '@parakh/resale': {}"),
  )
  await writeFile(join(cli.folder, 'company.mjs'), COMPANY)
  await cli.parakh('migrate')
  const created = await cli.parakh('accounts', 'create', '--name', 'Acme', '--role', 'developer', '--json')
  const { account_id: account } = created.json<{ account_id: string }>()
  const said = async (...args: string[]) => {
    const { out, err } = await cli.parakh(...args)
    return out + err
  }
  const whole = await said('prices', 'set', 'company-details', '--price', '2')
  expect(whole).toContain('PRICE_TIER_REQUIRED')
  expect(whole).toContain('Allowed: company-details#basic, company-details#full')
  expect(await said('prices', 'set', 'company-details#gold', '--price', '2')).toContain('PRICE_TIER_UNKNOWN')
  expect(await said('prices', 'set', 'company-details#full', '--price', '2.50')).toContain(
    'company-details#full costs 2.50 INR for everybody',
  )
  expect(await said('prices', 'list', 'company-details')).toMatch(/company-details#full +everybody +2\.50/)
  const listed = await cli.parakh('prices', 'list', '--json')
  expect(listed.json()).toMatchObject({ prices: [{ endpoint: 'company-details', tier: 'full', price: '2.50' }] })
  expect(await said('prices', 'list', 'company-details#full')).toMatch(/company-details#full +everybody +2\.50/)
  expect(await said('prices', 'list', 'company-details#basic')).toContain('The price list is empty')
  expect(await said('prices', 'list', 'company-details#gold')).toContain('PRICE_TIER_UNKNOWN')
  const of = ['--account', account, '--environment', 'sandbox']
  expect(await said('quote', 'company-details#full', ...of)).toContain('company-details#full costs')
  expect((await cli.parakh('quote', 'company-details#full', ...of, '--json')).json()).toMatchObject({ price: '2.50' })
  expect((await cli.parakh('quote', 'company-details#basic', ...of, '--json')).json()).toMatchObject({ price: '1.00' })
  expect(await said('quote', 'company-details', ...of)).toContain('PRICE_TIER_REQUIRED')
  expect(await said('plugins', 'list')).toMatch(/company-details .*basic 1\.00, full 2\.50 +plugin, list/)
  const plugins = (await cli.parakh('plugins', 'list', '--json')).json<{ plugins: { endpoints: object[] }[] }>()
  expect(plugins.plugins.flatMap(({ endpoints }) => endpoints)).toContainEqual(
    expect.objectContaining({
      ...{ id: 'company-details', price: null, price_source: null },
      tiers: [
        { tier: 'basic', price: '1.00', price_source: 'plugin' },
        { tier: 'full', price: '2.50', price_source: 'list' },
      ],
    }),
  )
  await said('prices', 'unset', 'company-details#full')
  expect((await cli.parakh('quote', 'company-details#full', ...of, '--json')).json()).toMatchObject({ price: '3.00' })
})
