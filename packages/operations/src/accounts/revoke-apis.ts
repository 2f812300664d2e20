import { Accounts, defineOperation, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { ApisView, apisText, presentApis } from './apis-view.ts'
import { EndpointIds, requirePaid } from './endpoint-ids.ts'

/** `accounts.apis.revoke` */
export const revokeApis = defineOperation({
  id: 'accounts.apis.revoke',
  effect: 'write',
  summary: 'Revoke endpoints, from the next request on; who may call all keeps those added later',
  scope: accountsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/apis/revoke',
  input: z.object({ ...AccountId, endpoints: EndpointIds }),
  output: AccountView.extend(ApisView.shape),
  whose: { account: 'account_id', reach: 'below' },
  command: { positional: ['account_id', 'endpoints'], text: apisText },
  needs: { accounts: Accounts, offered: OfferedEndpoints },
  async handle({ input: { account_id, endpoints }, actor, viewer, accounts, offered }) {
    requirePaid(offered, endpoints)
    const account = await accounts.revokeApis(account_id, endpoints, actor)
    return { ...presentAccount(account, viewer), ...presentApis(account, offered) }
  },
})
