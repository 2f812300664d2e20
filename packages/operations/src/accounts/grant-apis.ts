import { Accounts, defineOperation, forbidden, notFound, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { ApisView, apisText, presentApis } from './apis-view.ts'
import { EndpointIds, requirePaid } from './endpoint-ids.ts'

/** `accounts.apis.grant` */
export const grantApis = defineOperation({
  id: 'accounts.apis.grant',
  effect: 'write',
  summary: 'Add endpoints to an account, or permit all',
  scope: accountsWrite,
  path: '/accounts/{account_id}/apis/grant',
  input: z.object({
    ...AccountId,
    endpoints: z.union([EndpointIds, z.literal('all')]).describe('Endpoint ids, or all'),
  }),
  output: AccountView.extend(ApisView.shape),
  whose: { account: 'account_id', reach: 'below' },
  command: {
    positional: ['account_id', 'endpoints'],
    flags: { all: { summary: 'Every endpoint, also those added later', sets: { endpoints: 'all' } } },
    text: apisText,
  },
  needs: { accounts: Accounts, offered: OfferedEndpoints },
  async handle({ input: { account_id, endpoints }, actor, viewer, accounts, offered }) {
    if (endpoints !== 'all') requirePaid(offered, endpoints)
    await requireHeld(accounts, viewer.accountId, endpoints)
    const account = await accounts.grantApis(account_id, endpoints, actor)
    return { ...presentAccount(account, viewer), ...presentApis(account, offered) }
  },
})

/** An account can grant only endpoints that it has. */
async function requireHeld(
  accounts: Accounts,
  accountId: string | null,
  endpoints: readonly string[] | 'all',
): Promise<void> {
  if (accountId === null) return
  const own = await accounts.get(accountId)
  if (!own) throw notFound()
  const { apis } = own
  if (apis !== null && (endpoints === 'all' || endpoints.some((id) => !apis.includes(id))))
    throw forbidden('An account may give to those below it what it has itself')
}
