import type { Account, AccountQuery, Accounts, Keys, Page } from '@parakh/core'
import * as z from 'zod'

/** How accounts are searched for. */
export const SearchField = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .describe('How the name or the id begins, in capitals or not, by name then; or the whole id of a key')

/** A page of accounts that begin so; where it is the id of a key, `pk_…` or its own one, the account of that key. */
export async function findAccounts(
  { accounts, keys }: { readonly accounts: Accounts; readonly keys: Keys },
  { q, ...asked }: Omit<AccountQuery, 'startsWith'> & { readonly q?: string },
): Promise<Page<Account>> {
  if (q === undefined) return await accounts.page(asked)
  const owner = (await keys.findByPublicId(q)) ?? (await keys.get(q))
  return await accounts.page({ ...asked, startsWith: owner?.account.id ?? q })
}
