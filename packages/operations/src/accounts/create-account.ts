import {
  type Account,
  Accounts,
  defineOperation,
  type Endpoint,
  forbidden,
  OfferedEndpoints,
  ROLES,
} from '@parakh/core'
import * as z from 'zod'
import { accountsWrite } from '../scopes.ts'
import { AccountName, AccountView, presentAccount } from './account-view.ts'
import { paidIds } from './endpoint-ids.ts'

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
  needs: { accounts: Accounts, endpoints: OfferedEndpoints },
  async handle({ input: { name, role, parent_id }, actor, viewer, ...services }) {
    const parentId = parent_id ?? viewer.accountId
    if (viewer.accountId !== null && role === 'super_admin') throw forbidden('This is for operators only')
    const account = await services.accounts.create({ name, role, parentId, actor })
    return presentAccount(await withApisOf(services, viewer.accountId, { account, actor }), viewer)
  },
})

/** An account that another account opens may call only endpoints of that account. */
async function withApisOf(
  { accounts, endpoints }: { readonly accounts: Accounts; readonly endpoints: readonly Endpoint[] },
  openerId: string | null,
  { account, actor }: { readonly account: Account; readonly actor: string },
): Promise<Account> {
  const opener = openerId === null ? null : await accounts.get(openerId)
  const held = opener?.apis ?? null
  if (held === null) return account
  const offered = paidIds(endpoints)
  const others = offered.filter((id) => !held.includes(id))
  return await accounts.revokeApis(account.id, { endpoints: others, offered }, actor)
}
