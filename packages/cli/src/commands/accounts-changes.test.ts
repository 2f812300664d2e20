import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Workplace, workplaceWithAccount } from '../../test/workplace.ts'

let place: Workplace & { readonly account: string }
beforeEach(async () => {
  place = await workplaceWithAccount()
})
afterEach(() => place[Symbol.asyncDispose]())

const create = async (role: string, ...more: string[]) => {
  const made = await place.parakh('accounts', 'create', '--name', role, '--role', role, '--json', ...more)
  return made.json<{ account_id: string }>().account_id
}
const accounts = (...args: string[]) => place.parakh('accounts', ...args, '--json')

it('renames, suspends, resumes and closes an account', async () => {
  expect((await accounts('rename', place.account, '--name', 'Acme Verify')).json()).toMatchObject({
    account_id: place.account,
    name: 'Acme Verify',
  })
  expect((await accounts('suspend', place.account)).json()).toMatchObject({ status: 'suspended' })
  expect((await accounts('resume', place.account)).json()).toMatchObject({ status: 'active' })
  expect((await accounts('close', place.account)).json()).toMatchObject({ status: 'closed' })
  const refused = await accounts('resume', place.account)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('ACCOUNT_CLOSED')
})

it('moves an account under another one and out again', async () => {
  const parent = await create('distributor')
  expect((await accounts('move', place.account, '--parent', parent)).json()).toMatchObject({ parent_id: parent })
  const beneath = (await accounts('list', '--within', parent)).json<{ accounts: { account_id: string }[] }>()
  expect(beneath.accounts.map(({ account_id }) => account_id)).toEqual([place.account, parent])
  const filtered = (await accounts('list', '--within', parent, '--role', 'developer')).json<{ accounts: object[] }>()
  expect(filtered.accounts).toHaveLength(1)
  const moved = await place.parakh('accounts', 'move', place.account, '--parent', 'none')
  expect(moved.out).toContain('is now without a parent')
  const refused = await accounts('move', parent, '--parent', place.account)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/Allowed: master_distributor \(ACCOUNT_PARENT_NOT_ALLOWED\)/)
})

it('narrows what an account may call, and widens it again', async () => {
  const apis = (...args: string[]) => accounts('apis', ...args)
  const all = (await apis('list', place.account)).json<{ all: boolean; endpoints: string[] }>()
  expect(all).toMatchObject({ account_id: place.account, all: true })
  const [first = '', second = ''] = all.endpoints
  expect((await apis('revoke', place.account, first)).json()).toEqual({
    account_id: place.account,
    all: false,
    endpoints: all.endpoints.slice(1),
  })
  expect((await apis('revoke', place.account, ...all.endpoints)).json()).toMatchObject({ endpoints: [] })
  expect((await apis('grant', place.account, second)).json()).toMatchObject({ endpoints: [second] })
  expect((await place.parakh('accounts', 'apis', 'list', place.account)).out).toMatch(
    new RegExp(`may call:\n  ${second}`),
  )
  expect((await apis('grant', place.account, '--all')).json()).toEqual(all)
})

it('says which endpoints can be granted and revoked', async () => {
  const apis = (...args: string[]) => accounts('apis', ...args)
  const unknown = await apis('revoke', place.account, 'verify-nothing')
  expect(unknown).toMatchObject({ code: 2, out: '' })
  expect(unknown.err).toContain('ENDPOINT_UNKNOWN')
  const free = await apis('revoke', place.account, 'balance')
  expect(free).toMatchObject({ code: 2, out: '' })
  expect(free.err).toContain('these endpoints are free')
  expect(await apis('grant', place.account)).toMatchObject({ code: 2, out: '' })
  expect(await apis('grant', place.account, 'bank-ifsc-details', '--all')).toMatchObject({ code: 2, out: '' })
  expect((await apis('list', 'nobody')).err).toContain('ACCOUNT_NOT_FOUND')
})
