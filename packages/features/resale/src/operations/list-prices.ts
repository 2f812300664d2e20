import {
  Accounts,
  defineOperation,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  ROLES,
  type Role,
  type Viewer,
} from '@parakh/core'
import * as z from 'zod'
import { type ListedPrice, Prices } from '../contract/prices.ts'
import { pageOfPrices } from './page-of-prices.ts'
import { itemText, ListedPriceView, PRICE_STATUSES, presentPrice, SLOT_COMMAND, whomText } from './price-views.ts'
import { pricesRead } from './scopes.ts'

const HEAD = ['Endpoint', 'For', 'Owner', 'INR', 'Valid from', 'Status', 'Set by']

/** The prices that were set. */
export const listPrices = defineOperation({
  ...{ id: 'prices.list', effect: 'read', scope: pricesRead, path: '/prices', whose: 'everyone' },
  summary:
    'List the prices that were set; an account sees those of everybody, of its role and the roles below, and of its branch',
  input: z.object({
    ...PAGE_FIELDS,
    endpoint: z.string().exactOptional().describe('Only of this endpoint'),
    tier: z.string().exactOptional().describe('Only of this tier of the endpoint'),
    account_id: z.string().exactOptional().describe('Only those that were set for this account'),
    past: z.boolean().default(false).describe('Include entries that a later one replaced'),
  }),
  output: pageOf(ListedPriceView),
  errors: PRICE_STATUSES,
  command: {
    ...{ positional: SLOT_COMMAND.positional, rows: 'prices', all: true },
    text({ items }, { draw }) {
      if (items.length === 0) return 'The price list is empty: the prices of the configuration and the plugins apply.'
      const rows = items.map((view) => [
        ...[itemText(view), whomText(view), view.owner_account_id ?? '', view.price ?? 'none'],
        ...[view.valid_from, view.status, view.set_by ?? ''],
      ])
      return draw.table(HEAD, rows)
    },
  },
  needs: { prices: Prices, accounts: Accounts },
  async handle({ input: { endpoint, tier = null, account_id, past, ...page }, viewer, prices, accounts }) {
    const listed = await prices.list({ past, ...(endpoint === undefined ? {} : { endpoint, tier }) })
    const setBy = (entry: ListedPrice): string | null => (viewer.accountId === null ? entry.actor : null)
    const seen = await seenBy({ viewer, accounts }, listed)
    const asked = account_id === undefined ? seen : seen.filter((entry) => entry.accountId === account_id)
    return presentPage(pageOfPrices(asked, page), (entry) => ({
      ...presentPrice(entry, viewer),
      ...{ status: entry.status, set_by: setBy(entry) },
    }))
  },
})

/** Hides prices for accounts above, and those of other super admins. */
async function seenBy(
  { viewer, accounts }: { readonly viewer: Viewer; readonly accounts: Accounts },
  listed: readonly ListedPrice[],
): Promise<readonly ListedPrice[]> {
  const branch = await viewer.branch()
  if (viewer.accountId === null || branch === null) return listed
  const own = await accounts.get(viewer.accountId)
  const line = new Set([viewer.accountId, ...(await accounts.ancestors(viewer.accountId)).map(({ id }) => id)])
  const within = new Set(branch)
  const isBelow = (role: Role): boolean => own !== null && ROLES.indexOf(role) >= ROLES.indexOf(own.role)
  return listed
    .filter(({ ownerAccountId: owner }) => owner === null || line.has(owner))
    .filter(({ accountId, role }) => (accountId === null ? role === null || isBelow(role) : within.has(accountId)))
}
