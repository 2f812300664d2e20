import { Accounts, defineOperation, notFound, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { accountsRead } from '../scopes.ts'
import { AccountId } from './account-view.ts'
import { ApisView, apisText, presentApis } from './apis-view.ts'

/** `accounts.apis.list` */
export const listApis = defineOperation({
  id: 'accounts.apis.list',
  effect: 'read',
  summary: 'List the endpoints that an account may call',
  scope: accountsRead,
  path: '/accounts/{account_id}/apis',
  input: z.object(AccountId),
  output: ApisView,
  whose: { account: 'account_id' },
  command: { positional: ['account_id'], text: apisText },
  needs: { accounts: Accounts, offered: OfferedEndpoints },
  async handle({ input, accounts, offered }) {
    const account = await accounts.get(input.account_id)
    if (!account) throw notFound()
    return presentApis(account, offered)
  },
})
