import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
})
afterEach(() => cli[Symbol.asyncDispose]())

const create = async (role: string, ...more: string[]) => {
  const made = await cli.parakh('accounts', 'create', '--name', role, '--role', role, '--json', ...more)
  return made.json<{ account_id: string }>().account_id
}
const accounts = (...args: string[]) => cli.parakh('accounts', ...args, '--json')

it('renames, suspends, resumes and closes an account', async () => {
  expect((await accounts('rename', cli.account, '--name', 'Acme Verify')).json()).toMatchObject({
    account_id: cli.account,
    name: 'Acme Verify',
  })
  expect((await accounts('suspend', cli.account, '--reason', 'Letter 88/2026')).json()).toMatchObject({
    status: 'suspended',
  })
  const [entry] = (await cli.parakh('audit', 'list', '--limit', '1', '--json')).json<{ entries: object[] }>().entries
  expect(entry).toMatchObject({ action: 'account.suspend', after: { reason: 'Letter 88/2026' } })
  expect((await accounts('resume', cli.account)).json()).toMatchObject({ status: 'active' })
  expect((await accounts('close', cli.account)).json()).toMatchObject({ status: 'closed' })
  const refused = await accounts('resume', cli.account)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('ACCOUNT_CLOSED')
})

it('moves an account under another one and out again', async () => {
  const parent = await create('distributor')
  expect((await accounts('move', cli.account, '--parent', parent)).json()).toMatchObject({ parent_id: parent })
  const beneath = (await accounts('list', '--within', parent)).json<{ accounts: { account_id: string }[] }>()
  expect(beneath.accounts.map(({ account_id }) => account_id)).toEqual([cli.account, parent])
  const filtered = (await accounts('list', '--within', parent, '--role', 'developer')).json<{ accounts: object[] }>()
  expect(filtered.accounts).toHaveLength(1)
  const moved = await cli.parakh('accounts', 'move', cli.account, '--parent', 'none')
  expect(moved.out).toContain('is now without a parent')
  const refused = await accounts('move', parent, '--parent', cli.account)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/Allowed: master_distributor \(ACCOUNT_PARENT_NOT_ALLOWED\)/)
})

it('narrows what an account may call, and widens it again', async () => {
  const apis = (...args: string[]) => accounts('apis', ...args)
  const all = (await apis('list', cli.account)).json<{ all: boolean; endpoints: string[] }>()
  expect(all).toMatchObject({ account_id: cli.account, all: true })
  const [first = '', second = ''] = all.endpoints
  expect((await apis('revoke', cli.account, first)).json()).toMatchObject({
    account_id: cli.account,
    all: true,
    endpoints: all.endpoints.slice(1),
    withheld: [first],
  })
  expect((await cli.parakh('accounts', 'apis', 'list', cli.account)).out).toMatch(new RegExp(`later, but:\n  ${first}`))
  expect((await apis('limit', cli.account, first)).json()).toMatchObject({ all: false, endpoints: [first] })
  expect((await apis('revoke', cli.account, first)).json()).toMatchObject({ endpoints: [] })
  expect((await apis('grant', cli.account, second)).json()).toMatchObject({ endpoints: [second] })
  expect((await cli.parakh('accounts', 'apis', 'list', cli.account)).out).toMatch(new RegExp(`may call:\n  ${second}`))
  expect((await apis('grant', cli.account, '--all')).json()).toMatchObject(all)
})

it('says which endpoints can be granted and revoked', async () => {
  const apis = (...args: string[]) => accounts('apis', ...args)
  const unknown = await apis('revoke', cli.account, 'verify-nothing')
  expect(unknown).toMatchObject({ code: 2, out: '' })
  expect(unknown.err).toContain(
    '<endpoints> has "verify-nothing", which is no endpoint of this server. Allowed: aadhaar-to-pan',
  )
  const free = await apis('revoke', cli.account, 'balance')
  expect(free).toMatchObject({ code: 2, out: '' })
  expect(free.err).toContain('<endpoints> has "balance", which is free')
  expect(await apis('grant', cli.account)).toMatchObject({ code: 2, out: '' })
  expect(await apis('grant', cli.account, 'bank-ifsc-details', '--all')).toMatchObject({ code: 2, out: '' })
  expect((await apis('list', 'nobody')).err).toContain('no account nobody')
})

it('lets the accounts above an account issue its keys, and no longer', async () => {
  const parent = await create('distributor')
  const account = await create('customer', '--parent', parent)
  const delegate = (...how: string[]) => accounts('delegate-keys', account, ...how)
  expect((await delegate('--allowed')).json()).toMatchObject({ account_id: account, keys_from_above: true })
  expect((await delegate('--off')).json()).toMatchObject({ keys_from_above: false })
  expect((await delegate()).err).toContain('one of allowed or --off')
  const people = (...how: string[]) => accounts('delegate-people', account, ...how)
  expect((await people('--allowed')).json()).toMatchObject({ account_id: account, people_from_above: true })
  expect((await people('--off')).json()).toMatchObject({ people_from_above: false, keys_from_above: false })
})
