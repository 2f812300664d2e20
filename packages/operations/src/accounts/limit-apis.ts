import { Accounts, defineOperation, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { ApisView, apisText, presentApis } from './apis-view.ts'
import { EndpointIds, requirePaid } from './endpoint-ids.ts'
import { requireHeld } from './held-apis.ts'

/** `accounts.apis.limit` */
export const limitApis = defineOperation({
  id: 'accounts.apis.limit',
  effect: 'write',
  summary: 'Restrict an account to these endpoints: none that are added later',
  scope: accountsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/apis/limit',
  input: z.object({ ...AccountId, endpoints: EndpointIds }),
  output: AccountView.extend(ApisView.shape),
  whose: { account: 'account_id', reach: 'below' },
  command: { positional: ['account_id', 'endpoints'], text: apisText },
  needs: { accounts: Accounts, offered: OfferedEndpoints },
  async handle({ input: { account_id, endpoints }, actor, viewer, accounts, offered }) {
    requirePaid(offered, endpoints)
    await requireHeld(accounts, viewer.accountId, endpoints)
    const account = await accounts.limitApis(account_id, endpoints, actor)
    return { ...presentAccount(account, viewer), ...presentApis(account, offered) }
  },
})
