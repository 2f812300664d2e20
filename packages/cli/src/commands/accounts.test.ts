import { afterEach, expect, it } from 'vitest'
import { type TestCli, testCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli
afterEach(() => cli[Symbol.asyncDispose]())

it('opens an account and prints it alone', async () => {
  cli = await testCli()
  expect((await cli.parakh('migrate', '--json')).json()).toEqual({ ok: true })
  const { code, out, json } = await cli.parakh('accounts', 'create', '--name', 'Acme', '--role', 'developer', '--json')
  expect(code).toBe(0)
  expect(json()).toMatchObject({ account_id: expect.any(String), name: 'Acme', role: 'developer', status: 'active' })
  expect(out.trim().split('\n')).toHaveLength(1)
})

it('lists accounts as a table and as JSON', async () => {
  const made = await testCliWithAccount()
  cli = made
  expect((await cli.parakh('accounts', 'list')).out).toMatch(new RegExp(`${made.account} +Acme +developer`))
  const listed = (await cli.parakh('accounts', 'list', '--json')).json<{ accounts: object[] }>()
  expect(listed.accounts).toMatchObject([{ account_id: made.account, name: 'Acme', parent_id: null, kyc: 'pending' }])
})

it('refuses a parent that does not exist, on standard error, with 1', async () => {
  cli = await testCliWithAccount()
  const refused = await cli.parakh(
    'accounts',
    'create',
    '--name',
    'B',
    '--role',
    'customer',
    '--parent',
    'nobody',
    '--json',
  )
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('no account nobody')
})

it('takes an unknown role for wrong usage', async () => {
  cli = await testCliWithAccount()
  const refused = await cli.parakh('accounts', 'create', '--name', 'B', '--role', 'king', '--json')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('Allowed choices are super_admin')
})
