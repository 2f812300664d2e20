import { type Account, ALL_APIS, type AllowedApis, Flag, KYC_STATES, ROLES } from '@parakh/core'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'

/** What an account's status may be. */
const AccountStatus = z.enum(['active', 'suspended', 'closed'])
const Ids = z.array(z.string())
/** A list: these alone. An object: all but the withheld ones. Null: all. */
const Apis = z
  .string()
  .nullable()
  .transform((text): AllowedApis => {
    if (text === null) return ALL_APIS
    const kept = z.union([Ids, z.object({ withheld: Ids })]).parse(JSON.parse(text))
    return 'withheld' in kept ? { apis: null, withheldApis: kept.withheld } : { apis: kept, withheldApis: [] }
  })
const apisText = ({ apis, withheldApis }: AllowedApis): string | null => {
  if (apis !== null) return JSON.stringify(apis)
  return withheldApis.length === 0 ? null : JSON.stringify({ withheld: withheldApis })
}

/** The columns of `account`, but for its id. */
export const ACCOUNT_COLUMNS = [
  'name',
  'role',
  'parent_id',
  'status',
  'kyc',
  'apis',
  'keys_from_above',
  'keys_undecided',
  'people_from_above',
  'has_owner',
  'version',
  'created_at',
] as const

/** A row of `account`, read as an account. */
export const AccountRow = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    parent_id: z.string().nullable(),
    status: AccountStatus,
    kyc: z.enum(KYC_STATES),
    apis: Apis,
    keys_from_above: Flag,
    keys_undecided: Flag,
    people_from_above: Flag.nullable(),
    has_owner: Flag,
    version: Counted,
    created_at: Moment,
  })
  .transform(
    ({ id, name, role, parent_id, status, kyc, apis, version, created_at, ...row }): Account => ({
      id,
      name,
      role,
      status,
      kyc,
      ...apis,
      // A process of the release before decides without `keys_undecided`.
      keysFromAbove: row.keys_undecided && !row.keys_from_above ? null : row.keys_from_above,
      peopleFromAbove: row.people_from_above,
      hasOwner: row.has_owner,
      version,
      parentId: parent_id,
      createdAt: created_at,
    }),
  )

/** An account as a row, but for its id and when it was opened. */
export const accountColumns = ({ name, role, parentId, status, kyc, version, ...account }: Account) => ({
  name,
  role,
  status,
  kyc,
  version,
  parent_id: parentId,
  apis: apisText(account),
  keys_from_above: account.keysFromAbove ? 1 : 0,
  keys_undecided: account.keysFromAbove === null ? 1 : 0,
  people_from_above: account.peopleFromAbove === null ? null : Number(account.peopleFromAbove),
  has_owner: Number(account.hasOwner),
})
