import { type Account, ROLES } from '@parakh/core'
import * as z from 'zod'
import { Moment } from '../columns.ts'

/** What an account's status and KYC may be. */
const AccountStatus = z.enum(['active', 'suspended', 'closed'])
const Kyc = z.enum(['pending', 'submitted', 'approved', 'rejected'])

/** A row of `account`, read as an account. */
export const AccountRow = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    parent_id: z.string().nullable(),
    status: AccountStatus,
    kyc: Kyc,
    created_at: Moment,
  })
  .transform(
    ({ id, name, role, parent_id, status, kyc, created_at }): Account => ({
      ...{ id, name, role, status, kyc },
      parentId: parent_id,
      createdAt: created_at,
    }),
  )
