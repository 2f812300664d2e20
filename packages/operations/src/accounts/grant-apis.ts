import { Accounts, defineOperation, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { ApisView, apisText, presentApis } from './apis-view.ts'
import { EndpointIds, requirePaid } from './endpoint-ids.ts'
import { requireHeld } from './held-apis.ts'

/** `accounts.apis.grant` */
export const grantApis = defineOperation({
  id: 'accounts.apis.grant',
  effect: 'write',
  summary: 'Add endpoints to an account, or permit all',
  scope: accountsWrite,
  stepUp: true,
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
