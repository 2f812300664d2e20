import { AdminTokens, type Plugin } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { adminClient } from '../../scripts/admin-client.mjs'
import { fillDemo, OWNER } from '../../scripts/demo-data.mjs'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

const Link = z.object({ link: z.string() })
const Items = z.object({ items: z.array(z.record(z.string(), z.unknown())) })

let sandbox: ServedSandbox
let listed: (id: string, input: object) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Opens and fills an account as `npm start` does. */
async function filled(server: ServedSandbox) {
  const credential = { name: 'npm-start', accountId: null, scopes: ['*'], expiresAt: null, actor: 'test' } as const
  const { secret } = await server.server.host.get(AdminTokens).create(credential)
  const admin = await adminClient(server.url, secret)
  const opened = await admin.run('accounts.create', { name: 'Demo Lending', role: 'developer' })
  const account_id = z.string().parse(opened['account_id'])
  const inviteByLink = async (person: { email: string; role: string }) => {
    const input = { ...person, account_id, production: true, show_link: true }
    return Link.parse(await server.server.host.run('people.invite', input, { operator: 'test' })).link
  }
  await fillDemo({ url: server.url, account_id, admin, inviteByLink })
  return { admin, account_id }
}

beforeAll(async () => {
  sandbox = await servedSandbox()
  const { admin, account_id } = await filled(sandbox)
  listed = async (id, input) => Items.parse(await admin.run(id, { account_id, ...input })).items
})
afterAll(() => sandbox[Symbol.asyncDispose]())

it('has calls of every outcome in the sandbox, and paid ones in production', async () => {
  const calls = await listed('usage.list', { environment: 'sandbox', limit: 500 })
  expect([...new Set(calls.map(({ outcome }) => outcome))].sort()).toEqual(['answer', 'failed', 'none', 'refused'])
  expect(new Set(calls.map(({ endpoint }) => endpoint)).size).toBeGreaterThan(20)
  const production = await listed('usage.list', { environment: 'production' })
  expect(production.map(({ outcome }) => outcome)).toEqual(['answer', 'answer', 'answer'])
})

it('has no empty page: keys, a webhook, orders, payments, a team', async () => {
  for (const id of ['keys.list', 'webhooks.list', 'orders.list', 'funding.list'])
    expect([id, (await listed(id, { environment: 'sandbox' })).length > 0]).toEqual([id, true])
  const people = await listed('people.list', {})
  expect(people.map(({ email, role }) => [email, role])).toEqual([
    [OWNER, 'owner'],
    ['ravi@demo-lending.example', 'developer'],
  ])
  expect(await listed('invitations.list', {})).toHaveLength(1)
})

it('is made without the features that are not listed', async () => {
  const only = (plugins: readonly Plugin[]) => plugins.filter(({ id }) => id === 'ifsc')
  await using bare = await servedSandbox(only)
  const { admin, account_id } = await filled(bare)
  const { items } = Items.parse(await admin.run('usage.list', { account_id, environment: 'production' }))
  expect(items).toHaveLength(3)
})
