import {
  Accounts,
  askedPage,
  type BalanceSources,
  balanceAfter,
  defineOperation,
  Keys,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  Wallet,
  Wallets,
} from '@parakh/core'
import { EnvironmentField, MomentOrNone, momentOrNone, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { walletsRead } from '../scopes.ts'
import { AccountView, presentAccount } from './account-view.ts'
import { findAccounts, SearchField } from './find-accounts.ts'

/** Accounts of a page: each has its balance read. */
const MOST_ACCOUNTS = 50
/** Keys of an account whose last use is looked at. */
const MOST_KEYS = 100

const StandingView = AccountView.extend({
  available: Rupees.nullable().describe('Null: the external wallet does not say it'),
  last_used_at: MomentOrNone.describe('When one of its first 100 keys was last used; null: never'),
})

/** `accounts.balances` */
export const listBalances = defineOperation({
  id: 'accounts.balances',
  effect: 'read',
  summary: 'List the accounts of the branch with their balance and last use',
  scope: walletsRead,
  path: '/account-balances',
  input: z.object({
    account_id: z.string().exactOptional().describe('This account and all below it'),
    environment: EnvironmentField.default('production'),
    status: AccountView.shape.status.exactOptional(),
    q: SearchField.exactOptional(),
    cursor: PAGE_FIELDS.cursor,
    limit: z.int().min(1).max(MOST_ACCOUNTS).default(25).describe(`The page size, 1 to ${MOST_ACCOUNTS}`),
  }),
  output: pageOf(StandingView),
  whose: 'everyone',
  command: {
    options: { account_id: { flag: 'within' }, q: { flag: 'starts-with' } },
    rows: 'accounts',
    text: ({ items }, { draw }) =>
      draw.table(
        ['Account', 'Name', 'Role', 'Status', 'Available', 'Last used'],
        items.map((one) => [
          ...[one.account_id, one.name, one.role, one.status],
          ...[one.available === null ? '' : `${one.available} INR`, one.last_used_at ?? ''],
        ]),
      ),
  },
  needs: { accounts: Accounts, keys: Keys, wallet: Wallet, wallets: Wallets },
  async handle({ input, viewer, accounts, keys, ...sources }) {
    const { page, filters } = askedPage(input)
    const { account_id: within = viewer.accountId, environment, ...rest } = filters
    const found = await findAccounts({ accounts, keys }, { within, ...rest, ...page })
    const standings = new Map(
      await Promise.all(
        found.items.map(async ({ id }) => [id, await standingOf({ keys, sources }, id, environment)] as const),
      ),
    )
    return presentPage(found, (account) => ({
      ...presentAccount(account, viewer),
      available: standings.get(account.id)?.available ?? null,
      last_used_at: momentOrNone(standings.get(account.id)?.lastUsedAt ?? null),
    }))
  },
})

async function standingOf(
  { keys, sources }: { readonly keys: Keys; readonly sources: BalanceSources },
  accountId: string,
  environment: 'sandbox' | 'production',
) {
  const { wallet } = await balanceAfter(sources, { accountId, environment })
  const own = await keys.page({ within: null, accountId, environment, cursor: null, limit: MOST_KEYS })
  const used = await keys.lastUsed(own.items.map(({ id }) => id))
  const lastUsedAt = [...used.values()].reduce<Date | null>((last, at) => (last && last > at ? last : at), null)
  return { available: wallet && rupeesText(wallet.available), lastUsedAt }
}
