import {
  Accounts,
  askedPage,
  defineOperation,
  Keys,
  KYC_STATES,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  ROLES,
} from '@parakh/core'
import * as z from 'zod'
import { accountsRead } from '../scopes.ts'
import { drawAccounts } from './account-text.ts'
import { AccountView, presentAccount } from './account-view.ts'
import { findAccounts, SearchField } from './find-accounts.ts'

/** `accounts.list` */
export const listAccounts = defineOperation({
  id: 'accounts.list',
  effect: 'read',
  summary: 'List the accounts of the branch',
  scope: accountsRead,
  path: '/accounts',
  input: z.object({
    account_id: z.string().exactOptional().describe('This account and all below it'),
    role: z.enum(ROLES).exactOptional(),
    status: AccountView.shape.status.exactOptional(),
    kyc: z.enum(KYC_STATES).exactOptional(),
    q: SearchField.exactOptional(),
    ...PAGE_FIELDS,
  }),
  output: pageOf(AccountView),
  whose: 'everyone',
  command: {
    options: { account_id: { flag: 'within' }, q: { flag: 'starts-with' } },
    rows: 'accounts',
    all: true,
    text: ({ items }, { draw }) => (items.length === 0 ? 'There are no accounts.' : drawAccounts(items, draw)),
  },
  needs: { accounts: Accounts, keys: Keys },
  async handle({ input, viewer, accounts, keys }) {
    const { page, filters } = askedPage(input)
    const { account_id: within = viewer.accountId, ...rest } = filters
    const found = await findAccounts({ accounts, keys }, { within, ...rest, ...page })
    return presentPage(found, (account) => presentAccount(account, viewer))
  },
})
