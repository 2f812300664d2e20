import { Accounts, askedPage, defineOperation, KYC_STATES, PAGE_FIELDS, pageOf, presentPage, ROLES } from '@parakh/core'
import * as z from 'zod'
import { accountsRead } from '../scopes.ts'
import { drawAccounts } from './account-text.ts'
import { AccountView, presentAccount } from './account-view.ts'

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
    q: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .exactOptional()
      .describe('How the name or the id begins, in capitals or not; by name then, and not by when they were opened'),
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
  needs: { accounts: Accounts },
  async handle({ input, viewer, accounts }) {
    const { page, filters } = askedPage(input)
    const { account_id: within = viewer.accountId, q, ...rest } = filters
    const asked = { within, ...rest, ...(q === undefined ? {} : { startsWith: q }), ...page }
    return presentPage(await accounts.page(asked), (account) => presentAccount(account, viewer))
  },
})
