import { type Account, isOpenToAbove, KYC_STATES, ROLES, type Viewer } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'

/** An account. */
export const AccountView = z.object({
  account_id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  parent_id: z.string().nullable().describe('Null: none, or outside the branch'),
  status: z.enum(['active', 'suspended', 'closed']),
  kyc: z.enum(KYC_STATES),
  apis: z.array(z.string()).nullable().describe('Ids of purchased endpoints; null: all but the withheld ones'),
  withheld_apis: z.array(z.string()).describe('Ids of endpoints that are withheld where it may call all others'),
  keys_from_above: z
    .boolean()
    .nullable()
    .describe('Whether the accounts above may issue its keys; null: there is none above'),
  people_from_above: z
    .boolean()
    .nullable()
    .describe('Whether the accounts above may manage its people and make portal links; null: there is none above'),
  has_owner: z.boolean().describe('Whether a person with an e-mail address is its owner'),
  created_at: Moment,
})
/** The field that names an account. */
export const AccountId = { account_id: z.string() } as const
/** The name of an account in an input. */
export const AccountName = z.string().trim().min(1).max(120)

/** Presents an account. The parent of the viewer's own account is outside its branch, and hidden. */
export const presentAccount = (account: Account, viewer: Pick<Viewer, 'accountId'>): z.input<typeof AccountView> => ({
  account_id: account.id,
  name: account.name,
  role: account.role,
  parent_id: account.id === viewer.accountId ? null : account.parentId,
  status: account.status,
  kyc: account.kyc,
  apis: account.apis && [...account.apis],
  withheld_apis: [...account.withheldApis],
  keys_from_above: account.parentId === null ? null : isOpenToAbove(account, 'keysFromAbove'),
  people_from_above: account.parentId === null ? null : isOpenToAbove(account, 'peopleFromAbove'),
  has_owner: account.hasOwner,
  created_at: moment(account.createdAt),
})
