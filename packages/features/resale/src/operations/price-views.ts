import { type Price, ROLES, type Role, soldItemText, type Viewer } from '@parakh/core'
import { Moment, MomentField, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import type { PriceEntry } from '../contract/prices.ts'

const MOST_CALLS = 1_000_000_000

/** The scope of a price in an input. */
export const SlotFields = {
  endpoint: z.string().describe('Its id'),
  tier: z.string().nullable().default(null).describe('One of its tiers; null: it has none'),
  account_id: z.string().nullable().default(null).describe('Only this account'),
  role: z.enum(ROLES).nullable().default(null).describe('Only accounts of this role'),
  from_calls: z
    .int()
    .min(0)
    .max(MOST_CALLS)
    .default(0)
    .describe('The volume tier: applies after this many charged calls in the month'),
} as const
/** When a price begins. */
export const ValidFrom = MomentField.exactOptional().describe('Default: now; not in the past')
/** A price in an output. */
export const PriceView = z.object({
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
/** The same with its status. */
export const ListedPriceView = PriceView.extend({
  status: z.enum(['in force', 'planned', 'past']),
  set_by: z.string().nullable().describe('For operators only'),
})
/** The HTTP statuses of errors of prices. */
export const PRICE_STATUSES = {
  PRICE_ENDPOINT_UNKNOWN: 422,
  PRICE_TIER_REQUIRED: 422,
  PRICE_TIER_UNKNOWN: 422,
  PRICE_NOT_CHARGEABLE: 422,
  PRICE_IN_THE_PAST: 422,
  PRICE_BELOW_FLOOR: 422,
  PRICE_NOT_SET: 409,
} as const
/** How a price's scope is typed. */
export const SLOT_COMMAND = {
  positional: [{ name: 'endpoint', fields: ['endpoint', 'tier'], separator: '#' }],
  options: { from_calls: { value: '<count>' }, valid_from: { read: 'time', value: '<time>' } },
} as const

/** Presents a price. */
export const presentPrice = (entry: PriceEntry, { accountId }: Viewer): z.input<typeof PriceView> => ({
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

/** The scope that an input names. */
export interface SlotInput {
  readonly tier: string | null
  readonly account_id: string | null
  readonly role: Role | null
  readonly from_calls: number
  readonly valid_from?: Date
  readonly price?: Price
}

/** The scope as the service takes it. */
export const slotOf = ({ tier, account_id, role, from_calls, valid_from }: SlotInput) => ({
  ...{ tier, accountId: account_id, role, fromCalls: from_calls },
  ...(valid_from ? { validFrom: valid_from } : {}),
})

type View = z.output<typeof PriceView>
/** What a price is of, for a person. */
export const itemText = (view: View): string => soldItemText(view)
/** Whom a price is for, for a person. */
export function whomText({ account_id, role, from_calls }: View): string {
  const whom = account_id === null ? (role ?? 'everybody') : `the account ${account_id}`
  return from_calls === 0 ? whom : `${whom} from ${from_calls} calls a month`
}
