import { type Account, Accounts, AccountViews, KYC_STATES, ROLES, viewsOf } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { forbidden, notFound } from './admin-fault.ts'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'

const listAccounts = defineAdminList({
  id: 'accounts.list',
  path: '/accounts',
  scope: 'accounts:read',
  summary: 'List the accounts of the branch',
  filters: z.object({
    account_id: z.string().exactOptional().describe('This account and all below it'),
    role: z.enum(ROLES).exactOptional(),
    status: AccountView.shape.status.exactOptional(),
    kyc: z.enum(KYC_STATES).exactOptional(),
  }),
  item: AccountView,
  async handle({ host, viewer, filters, page }) {
    const { account_id: within = viewer.accountId, ...rest } = filters
    const { items, next } = await host.get(Accounts).page({ within, ...rest, ...page })
    return { items: items.map((account) => presentAccount(account, viewer)), next }
  },
})

const getAccount = defineAdminRoute({
  id: 'accounts.get',
  method: 'GET',
  path: '/accounts/{account_id}',
  scope: 'accounts:read',
  summary: 'Get one account',
  params: AccountId,
  response: AccountView.extend({
    views: z.record(z.string(), z.looseObject({})).describe('What plugins add, by plugin'),
  }),
  async handle({ host, viewer, params }) {
    const account = await host.get(Accounts).get(params.account_id)
    if (!account) throw notFound()
    return { ...presentAccount(account, viewer), views: await viewsOf(host.get(AccountViews), account.id) }
  },
})

const createAccount = defineAdminRoute({
  id: 'accounts.create',
  method: 'POST',
  path: '/accounts',
  scope: 'accounts:write',
  summary: 'Create an account, with its sandbox credit',
  status: 201,
  body: z.object({
    name: z.string().trim().min(1).max(120),
    role: z.enum(ROLES),
    parent_id: z
      .string()
      .nullable()
      .default(null)
      .describe('The parent; an account creates accounts within its branch'),
  }),
  response: AccountView,
  async handle({ host, actor, viewer, body: { name, role, parent_id } }) {
    const parentId = parent_id ?? viewer.accountId
    if (viewer.accountId !== null && role === 'super_admin') throw forbidden('This is for operators only')
    const account = await host.get(Accounts).create({ name, role, parentId, actor })
    return presentAccount(await withApisOf(host, viewer.accountId, { account, actor }), viewer)
  },
})

/** An account that another account opens may call only endpoints of that account. */
async function withApisOf(
  host: Host,
  openerId: string | null,
  { account, actor }: { readonly account: Account; readonly actor: string },
): Promise<Account> {
  const opener = openerId === null ? null : await host.get(Accounts).get(openerId)
  const held = opener?.apis ?? null
  if (held === null) return account
  const offered = host.endpoints.map(({ endpoint }) => endpoint.id)
  const endpoints = offered.filter((id) => !held.includes(id))
  return await host.get(Accounts).revokeApis(account.id, { endpoints, offered }, actor)
}

/** Routes of accounts. */
export const accountRoutes = [listAccounts, getAccount, createAccount]
