import { defineRecords } from '@parakh/core'
import * as z from 'zod'
import { Branch } from '../contract.ts'

/**
 * The imported branches, by IFSC; public, so shared by all accounts. The branch stands under a key of its own because a
 * record's `state` is the record's.
 */
export const ImportedBranches = defineRecords('ifsc.branches', {
  record: z.object({ branch: Branch }),
  scope: 'shared',
})
