import { type Account, Accounts, defineOperation, forbidden, ROLES } from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountName, AccountView, presentAccount } from './account-view.ts'

/** `accounts.create` */
export const createAccount = defineOperation({
  id: 'accounts.create',
  effect: 'write',
  summary: 'Create an account, with its sandbox credit',
  scope: accountsWrite,
  path: '/accounts',
  status: 201,
  input: z.object({
    name: AccountName,
    role: z.enum(ROLES),
    parent_id: z
      .string()
      .nullable()
      .default(null)
      .describe('The parent; an account creates accounts within its branch'),
  }),
  output: AccountView,
  whose: 'everyone',
  command: { text: ({ account_id, name, role }) => `Account ${account_id} is created: ${name}, ${role}.` },
  needs: { accounts: Accounts },
  async handle({ input: { name, role, parent_id }, actor, viewer, accounts }) {
    const parentId = parent_id ?? viewer.accountId
    if (viewer.accountId !== null && role === 'super_admin') throw forbidden('This is for operators only')
    const account = await accounts.create({ name, role, parentId, actor })
    return presentAccount(await withApisOf(accounts, viewer.accountId, { account, actor }), viewer)
  },
})

/** An account that another account opens may call only endpoints of that account. */
async function withApisOf(
  accounts: Accounts,
  openerId: string | null,
  { account, actor }: { readonly account: Account; readonly actor: string },
): Promise<Account> {
  const opener = openerId === null ? null : await accounts.get(openerId)
  if (!opener) return account
  if (opener.apis !== null) return await accounts.limitApis(account.id, opener.apis, actor)
  if (opener.withheldApis.length === 0) return account
  return await accounts.revokeApis(account.id, opener.withheldApis, actor)
}
