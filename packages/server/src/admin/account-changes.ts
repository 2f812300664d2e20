import { type Account, Accounts } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { forbidden, notFound } from './admin-fault.ts'
import type { AdminContext } from './admin-route.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { invalidFields } from './request-parts.ts'

const facts = {
  method: 'POST',
  scope: 'accounts:write',
  reach: 'below',
  params: AccountId,
  response: AccountView,
} as const

const renameAccount = defineAdminRoute({
  ...{ ...facts, reach: 'branch' },
  id: 'accounts.rename',
  path: '/accounts/{account_id}/rename',
  summary: 'Rename an account',
  body: z.object({ name: z.string().trim().min(1).max(120) }),
  handle: async ({ host, actor, viewer, params, body }) =>
    presentAccount(await host.get(Accounts).rename(params.account_id, body.name, actor), viewer),
})

const moveAccount = defineAdminRoute({
  ...facts,
  id: 'accounts.move',
  path: '/accounts/{account_id}/move',
  summary: 'Move an account, with all below it, under another parent; calls in flight keep their line',
  errors: { ACCOUNT_MOVE_BELOW_FLOOR: 422 },
  body: z.object({ parent_id: z.string().nullable().describe('Null: no parent, for operators only') }),
  async handle({ host, actor, viewer, params, body: { parent_id } }) {
    if (parent_id === null && viewer.accountId !== null) throw forbidden('This is for operators only')
    return presentAccount(await host.get(Accounts).move(params.account_id, parent_id, actor), viewer)
  },
})

const setStatus = async ({ host, actor, viewer }: AdminContext, id: string, to: Account['status']) =>
  presentAccount(await host.get(Accounts).setStatus(id, to, actor), viewer)

const suspendAccount = defineAdminRoute({
  ...facts,
  id: 'accounts.suspend',
  path: '/accounts/{account_id}/suspend',
  summary: 'Suspend an account: its calls are refused, from the next one on',
  handle: (call) => setStatus(call, call.params.account_id, 'suspended'),
})

const resumeAccount = defineAdminRoute({
  ...facts,
  id: 'accounts.resume',
  path: '/accounts/{account_id}/resume',
  summary: 'Resume a suspended account',
  handle: (call) => setStatus(call, call.params.account_id, 'active'),
})

const closeAccount = defineAdminRoute({
  ...facts,
  id: 'accounts.close',
  path: '/accounts/{account_id}/close',
  summary: 'Close an account permanently, and revoke its keys',
  handle: (call) => setStatus(call, call.params.account_id, 'closed'),
})

const Endpoints = z.array(z.string()).min(1).max(1_000)
const offeredBy = (host: Host): readonly string[] => host.endpoints.map(({ endpoint }) => endpoint.id)

function requireOffered(host: Host, endpoints: readonly string[]): void {
  const offered = offeredBy(host)
  const unknown = endpoints.find((id) => !offered.includes(id))
  if (unknown === undefined) return
  throw invalidFields({ endpoints: `has "${unknown}", which is no endpoint of this server` })
}

/** An account can grant only endpoints that it has. */
async function requireHeld(host: Host, accountId: string | null, endpoints: readonly string[] | 'all'): Promise<void> {
  if (accountId === null) return
  const own = await host.get(Accounts).get(accountId)
  if (!own) throw notFound()
  const { apis } = own
  if (apis !== null && (endpoints === 'all' || endpoints.some((id) => !apis.includes(id))))
    throw forbidden('An account may give to those below it what it has itself')
}

const grantApis = defineAdminRoute({
  ...facts,
  id: 'accounts.apis.grant',
  path: '/accounts/{account_id}/apis/grant',
  summary: 'Add endpoints to an account, or permit all',
  body: z.object({ endpoints: z.union([Endpoints, z.literal('all')]).describe('Endpoint ids, or all') }),
  async handle({ host, actor, viewer, params, body: { endpoints } }) {
    if (endpoints !== 'all') requireOffered(host, endpoints)
    await requireHeld(host, viewer.accountId, endpoints)
    return presentAccount(await host.get(Accounts).grantApis(params.account_id, endpoints, actor), viewer)
  },
})

const revokeApis = defineAdminRoute({
  ...facts,
  id: 'accounts.apis.revoke',
  path: '/accounts/{account_id}/apis/revoke',
  summary: 'Revoke endpoints, from the next request on',
  body: z.object({ endpoints: Endpoints }),
  async handle({ host, actor, viewer, params, body: { endpoints } }) {
    requireOffered(host, endpoints)
    const change = { endpoints, offered: offeredBy(host) }
    return presentAccount(await host.get(Accounts).revokeApis(params.account_id, change, actor), viewer)
  },
})

/** Routes that change existing accounts. */
export const accountChangeRoutes = [
  ...[renameAccount, moveAccount, suspendAccount, resumeAccount, closeAccount],
  ...[grantApis, revokeApis],
]
