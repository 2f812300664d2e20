import { Accounts, defineOperation, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { EndpointIds, requireOffered } from './endpoint-ids.ts'

/** `accounts.apis.revoke` */
export const revokeApis = defineOperation({
  id: 'accounts.apis.revoke',
  effect: 'write',
  summary: 'Revoke endpoints, from the next request on',
  scope: accountsWrite,
  path: '/accounts/{account_id}/apis/revoke',
  input: z.object({ ...AccountId, endpoints: EndpointIds }),
  output: AccountView,
  whose: { account: 'account_id', reach: 'below' },
  command: { positional: ['account_id', 'endpoints'] },
  needs: { accounts: Accounts, offered: OfferedEndpoints },
  async handle({ input: { account_id, endpoints }, actor, viewer, accounts, offered }) {
    requireOffered(offered, endpoints)
    const change = { endpoints, offered: offered.map(({ id }) => id) }
    return presentAccount(await accounts.revokeApis(account_id, change, actor), viewer)
  },
})
