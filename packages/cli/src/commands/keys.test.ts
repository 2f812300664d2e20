import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

interface IssuedJson {
  key_id: string
  api_key: string
  api_secret: string
}
let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
})
afterEach(() => cli[Symbol.asyncDispose]())

const create = (...more: string[]) => cli.parakh('keys', 'create', '--account', cli.account, '--json', ...more)
const sandboxKey = async () => (await create('--environment', 'sandbox')).json<IssuedJson>()

it('issues a key and shows its secret this once', async () => {
  const key = await sandboxKey()
  expect(Object.keys(key)).toEqual(expect.arrayContaining(['key_id', 'api_key', 'api_secret']))
  expect(key.api_key).toMatch(/^pk_test_/)
  expect(key.api_secret).toMatch(/^sk_test_/)
  expect((await cli.parakh('keys', 'list', '--json')).out).not.toContain('sk_test_')
})

it('stores the restrictions of a key', async () => {
  await create(
    '--environment',
    'sandbox',
    '--label',
    'Till',
    '--endpoints',
    'bank-ifsc-details',
    '--ip',
    '203.0.113.0/24,::1',
  )
  const { keys } = (await cli.parakh('keys', 'list', '--json')).json<{ keys: object[] }>()
  expect(keys).toMatchObject([
    { label: 'Till', endpoints: ['bank-ifsc-details'], ip_ranges: ['203.0.113.0/24', '::1/128'], status: 'active' },
  ])
})

it('restricts a key, and lifts the restriction again', async () => {
  const { key_id } = await sandboxKey()
  const restrict = (...more: string[]) => cli.parakh('keys', 'restrict', key_id, '--json', ...more)
  const cap = ['--spend-cap', '250.50']
  const given = [...cap, '--endpoints', 'bank-ifsc-details', '--ip', '203.0.113.0/24', '--expires', '2999-03-31']
  expect((await restrict('--label', 'Till', ...given)).json()).toMatchObject({
    ...{ key_id, label: 'Till', endpoints: ['bank-ifsc-details'], ip_ranges: ['203.0.113.0/24'] },
    ...{ spend_cap_per_day: '250.50', expires_at: '2999-03-31T18:30:00.000Z' },
  })
  expect(
    (await restrict('--spend-cap', 'none', '--endpoints', 'all', '--ip', 'any', '--expires', 'never')).json(),
  ).toMatchObject({
    ...{ label: 'Till', endpoints: null, ip_ranges: null, spend_cap_per_day: null, expires_at: null },
  })
  const nothing = await restrict()
  expect(nothing).toMatchObject({ code: 2, out: '' })
  expect(nothing.err).toContain('--label is missing, and so are the other restrictions. Allowed: one or more')
  expect((await restrict('--endpoints', 'bank-ifsc')).err).toContain('is no endpoint of this server')
  expect((await restrict('--expires', '2020-03-31')).err).toContain('--expires must be still to come')
})

it('ends a key with its day in India, and shows when', async () => {
  await create('--environment', 'sandbox', '--expires', '2999-03-31')
  await create('--environment', 'sandbox', '--expires', '2999-03-31T18:00:00Z')
  const { keys } = (await cli.parakh('keys', 'list', '--json')).json<{ keys: { expires_at: string }[] }>()
  expect(keys.map((key) => key.expires_at).sort()).toEqual(['2999-03-31T18:00:00.000Z', '2999-03-31T18:30:00.000Z'])
  expect((await cli.parakh('keys', 'list')).out).toContain('2999-03-31T18:30:00.000Z')
})

it('refuses an expiry in the past or of another form', async () => {
  const past = await create('--environment', 'sandbox', '--expires', '2020-03-31')
  expect(past).toMatchObject({ code: 2, out: '' })
  expect(past.err).toContain('--expires must be still to come')
  expect(await create('--environment', 'sandbox', '--expires', '2027-02-30')).toMatchObject({ code: 2, out: '' })
  expect((await cli.parakh('keys', 'list', '--json')).json()).toMatchObject({ keys: [] })
})

it('refuses an endpoint that the server has not, and names those it has', async () => {
  const refused = await create('--environment', 'sandbox', '--endpoints', 'bank-ifsc')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toMatch(/"bank-ifsc\\?", which is no endpoint of this server\. Allowed: .*bank-ifsc-details/)
})

it('refuses production before KYC is approved, and permits it after', async () => {
  const refused = await create('--environment', 'production')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('KYC_REQUIRED')
  expect((await cli.parakh('kyc', 'approve', cli.account, '--json')).json()).toMatchObject({ ok: true })
  expect((await create('--environment', 'production')).json<IssuedJson>().api_key).toMatch(/^pk_live_/)
})

it('promotes to a new production key and keeps the sandbox key', async () => {
  const sandbox = await sandboxKey()
  await cli.parakh('kyc', 'approve', cli.account)
  const production = (await cli.parakh('keys', 'promote', sandbox.key_id, '--json')).json<IssuedJson>()
  expect(production.api_key).toMatch(/^pk_live_/)
  const { keys } = (await cli.parakh('keys', 'list', '--json')).json<{ keys: { status: string }[] }>()
  expect(keys.map(({ status }) => status)).toEqual(['active', 'active'])
})

it('rotates a secret with an overlap', async () => {
  const before = await sandboxKey()
  const after = (await cli.parakh('keys', 'rotate', before.key_id, '--overlap', '30m', '--json')).json<IssuedJson>()
  expect(after).toMatchObject({ key_id: before.key_id, api_key: before.api_key, overlap_seconds: 1800 })
  expect(after.api_secret).not.toBe(before.api_secret)
})

it('revokes a key', async () => {
  const key = await sandboxKey()
  expect((await cli.parakh('keys', 'revoke', key.key_id, '--json')).json()).toMatchObject({ ok: true })
  expect((await cli.parakh('keys', 'list')).out).toContain('revoked')
  expect(await cli.parakh('keys', 'rotate', key.key_id, '--json')).toMatchObject({ code: 1, out: '' })
})
