import {
  Accounts,
  type ListedPrice,
  type Money,
  type PriceEntry,
  Prices,
  Quotes,
  ROLES,
  type Role,
  type SoldItem,
} from '@parakh/core'
import { AmountField, Moment, MomentField, moment, Rupees, rupeesText } from '@parakh/core/fields'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { forbidden } from './admin-fault.ts'
import type { AdminContext } from './admin-route.ts'
import type { AdminViewer } from './admin-viewer.ts'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { pageOf } from './page-of.ts'
import { requireSuperAdmin } from './super-admin.ts'

const Slot = {
  endpoint: z.string().describe('Its id'),
  tier: z.string().nullable().default(null).describe('One of its tiers; null: it has none'),
  account_id: z.string().nullable().default(null).describe('Only this account'),
  role: z.enum(ROLES).nullable().default(null).describe('Only accounts of this role'),
  from_calls: z
    .int()
    .min(0)
    .max(1e9)
    .default(0)
    .describe('The volume tier: applies after this many charged calls in the month'),
}
const ValidFrom = MomentField.exactOptional().describe('Default: now; not in the past')
const PriceView = z.object({
  price_id: z.string(),
  owner_account_id: z
    .string()
    .nullable()
    .describe('The owner: a super admin, visible to itself and operators; null: the operators, or hidden'),
  endpoint: z.string(),
  tier: z.string().nullable().describe('Null: the endpoint has no tiers'),
  account_id: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  from_calls: z.int(),
  price: Rupees.nullable().describe('Null: from then on the scope has no price'),
  valid_from: Moment,
})
const ListedView = PriceView.extend({
  status: z.enum(['in force', 'planned', 'past']),
  set_by: z.string().nullable().describe('For operators only'),
})
const errors = {
  PRICE_ENDPOINT_UNKNOWN: 422,
  PRICE_TIER_REQUIRED: 422,
  PRICE_TIER_UNKNOWN: 422,
  PRICE_IN_THE_PAST: 422,
  PRICE_NOT_CHARGEABLE: 422,
  PRICE_BELOW_FLOOR: 422,
  PRICE_NOT_SET: 409,
} as const

const present = (entry: PriceEntry, { accountId }: AdminViewer): z.input<typeof PriceView> => ({
  price_id: entry.id,
  owner_account_id: accountId === null || entry.ownerAccountId === accountId ? entry.ownerAccountId : null,
  endpoint: entry.endpoint,
  tier: entry.tier,
  account_id: entry.accountId,
  role: entry.role,
  from_calls: entry.fromCalls,
  price: entry.price === null ? null : rupeesText(entry.price),
  valid_from: moment(entry.validFrom),
})

const listPrices = defineAdminList({
  id: 'prices.list',
  path: '/prices',
  scope: 'prices:read',
  summary:
    'List the prices that were set; an account sees those of everybody, of its role and the roles below, and of its branch',
  filters: z.object({
    endpoint: z.string().exactOptional(),
    tier: z.string().exactOptional().describe('Only of this tier of the endpoint'),
    past: z.enum(['true', 'false']).default('false').describe('true: include replaced entries'),
  }),
  item: ListedView,
  errors,
  async handle({ host, viewer, filters: { endpoint, tier = null, past }, page }) {
    const query = { past: past === 'true', ...(endpoint === undefined ? {} : { endpoint, tier }) }
    const listed = await host.get(Prices).list(query)
    const { items, next } = pageOf(await seenBy({ host, viewer }, listed), page, ({ id }) => id)
    const setBy = (entry: ListedPrice): string | null => (viewer.accountId === null ? entry.actor : null)
    const rows = items.map((entry) => ({ ...present(entry, viewer), status: entry.status, set_by: setBy(entry) }))
    return { items: rows, next }
  },
})

/** Hides prices for accounts above, and those of other super admins. */
async function seenBy(
  { host, viewer }: Pick<AdminContext, 'host' | 'viewer'>,
  listed: readonly ListedPrice[],
): Promise<readonly ListedPrice[]> {
  const branch = await viewer.branch()
  if (viewer.accountId === null || branch === null) return listed
  const accounts = host.get(Accounts)
  const own = await accounts.get(viewer.accountId)
  const line = new Set([viewer.accountId, ...(await accounts.ancestors(viewer.accountId)).map(({ id }) => id)])
  const within = new Set(branch)
  const isBelow = (role: Role): boolean => own !== null && ROLES.indexOf(role) >= ROLES.indexOf(own.role)
  return listed
    .filter(({ ownerAccountId: owner }) => owner === null || line.has(owner))
    .filter(({ accountId, role }) => (accountId === null ? role === null || isBelow(role) : within.has(accountId)))
}

const setPrice = defineAdminRoute({
  id: 'prices.set',
  method: 'POST',
  path: '/prices',
  scope: 'prices:write',
  summary:
    'Set a price from a time on; calls under way keep theirs. A super admin does so for accounts and roles below it, at no less than its own',
  reach: 'below',
  status: 201,
  body: z.object({ ...Slot, price: AmountField, valid_from: ValidFrom }),
  response: PriceView,
  errors,
  async handle({ host, actor, viewer, body: { endpoint, price, ...rest } }) {
    await requireOfBranch({ host, viewer }, rest)
    if (viewer.accountId !== null)
      await requireOwnPrice(host, { endpoint, tier: rest.tier, price, accountId: viewer.accountId })
    const change = { endpoint, price, actor, ownerAccountId: viewer.accountId, ...slotOf(rest) }
    return present(await host.get(Prices).set(change), viewer)
  },
})

const unsetPrice = defineAdminRoute({
  id: 'prices.unset',
  method: 'POST',
  path: '/prices/unset',
  scope: 'prices:write',
  summary:
    'Take a price away from a time on: what is below it in precedence holds. Operators and super admins each reach their own',
  reach: 'below',
  body: z.object({ ...Slot, valid_from: ValidFrom }),
  response: PriceView,
  errors,
  async handle({ host, actor, viewer, body: { endpoint, ...rest } }) {
    await requireOfBranch({ host, viewer }, rest)
    const change = { endpoint, actor, ownerAccountId: viewer.accountId, ...slotOf(rest) }
    return present(await host.get(Prices).unset(change), viewer)
  },
})

/** Of accounts only a super admin may set prices, for accounts below it, which was checked before. */
async function requireOfBranch(asking: Pick<AdminContext, 'host' | 'viewer'>, slot: SlotFields): Promise<void> {
  await requireSuperAdmin(asking, 'set prices')
  if (asking.viewer.accountId === null || slot.account_id !== null) return
  if (slot.role === null || slot.role === 'super_admin')
    throw forbidden('A super admin sets prices of accounts and roles below it: name an account_id, or a role below it')
}

/** A super admin may not sell below its own price. */
async function requireOwnPrice(
  host: Host,
  { price, ...of }: SoldItem & { price: Money; accountId: string },
): Promise<void> {
  const own = await host.get(Quotes).explain({ ...of, environment: 'production' })
  if (price < own.price) throw forbidden(`Your own price is ${rupeesText(own.price)} INR`)
}

interface SlotFields {
  readonly tier: string | null
  readonly account_id: string | null
  readonly role: Role | null
  readonly from_calls: number
  readonly valid_from?: Date
}

const slotOf = ({ tier, account_id, role, from_calls, valid_from }: SlotFields) => ({
  ...{ tier, accountId: account_id, role, fromCalls: from_calls },
  ...(valid_from ? { validFrom: valid_from } : {}),
})

/** Routes of price lists. */
export const priceRoutes = [listPrices, setPrice, unsetPrice]
