import { type Account, KYC_STATES, ROLES, type Viewer } from '@parakh/core'
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
  created_at: Moment,
})
/** The field that names an account. */
export const AccountId = { account_id: z.string() } as const
/** The name of an account in an input. */
export const AccountName = z.string().trim().min(1).max(120)

/** Presents an account. The parent of the viewer's own account is outside its branch, and hidden. */
export const presentAccount = (
  { id, name, role, parentId, status, kyc, apis, withheldApis, keysFromAbove, createdAt }: Account,
  viewer: Pick<Viewer, 'accountId'>,
): z.input<typeof AccountView> => ({
  ...{ account_id: id, name, role, parent_id: id === viewer.accountId ? null : parentId, status, kyc },
  ...{ apis: apis && [...apis], withheld_apis: [...withheldApis] },
  keys_from_above: parentId === null ? null : keysFromAbove,
  created_at: moment(createdAt),
})
