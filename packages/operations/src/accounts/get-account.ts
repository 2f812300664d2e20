import { Accounts, AccountViews, defineOperation, notFound, viewsOf } from '@parakh/core'
import * as z from 'zod'
import { accountsRead } from '../scopes.ts'
import { AccountId, AccountView, presentAccount } from './account-view.ts'

/** `accounts.get` */
export const getAccount = defineOperation({
  id: 'accounts.get',
  effect: 'read',
  summary: 'Get one account',
  scope: accountsRead,
  path: '/accounts/{account_id}',
  input: z.object(AccountId),
  output: AccountView.extend({
    views: z.record(z.string(), z.looseObject({})).describe('What plugins add, by plugin'),
  }),
  whose: { account: 'account_id' },
  command: { positional: ['account_id'] },
  needs: { accounts: Accounts, views: AccountViews },
  async handle({ input, viewer, accounts, views }) {
    const account = await accounts.get(input.account_id)
    if (!account) throw notFound()
    return { ...presentAccount(account, viewer), views: await viewsOf(views, account.id) }
  },
})
