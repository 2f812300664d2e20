import { defineJob, Logger, Plans } from '@parakh/core'
import * as z from 'zod'

/**
 * Renews what is due and tells of pools that run out, every minute. Of several processes one does it; what a run leaves undone,
 * because the process ended or the database was away, the next one finds.
 */
export const planRenewal = defineJob('account.plans', {
  payload: z.object({}),
  needs: { plans: Plans, logger: Logger },
  schedule: '* * * * *',
  attempts: 1,
  async run({ plans, logger }) {
    const { renewed, grace, ended } = await plans.renewDue()
    const told = await plans.tellUsage()
    if (renewed + grace + ended + told > 0) logger.info('plans.renewed', { renewed, grace, ended, told })
  },
})
