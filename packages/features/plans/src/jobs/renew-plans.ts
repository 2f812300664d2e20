import { defineJob, Logger } from '@parakh/core'
import * as z from 'zod'
import { Plans } from '../contract.ts'

/**
 * Renews due subscriptions and reports pool usage every minute, in one process at a time. What an interrupted run leaves undone, the
 * next one does.
 */
export const planRenewal = defineJob('plans.renew', {
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
