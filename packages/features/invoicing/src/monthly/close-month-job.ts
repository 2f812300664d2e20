import { defineJob, Logger } from '@parakh/core'
import * as z from 'zod'
import { CloseMonth } from './close-month.ts'

/**
 * Half past six each morning in India, in one process: on the first day of a month all accounts are done, on the others those that a run left,
 * such as of a server that was down.
 */
export const closeMonthDaily = defineJob('invoicing.close-month', {
  ...{ payload: z.object({}), needs: { month: CloseMonth, logger: Logger }, schedule: '30 6 * * *', attempts: 3 },
  async run({ month, logger }) {
    const done = await month.run()
    if (done.accounts > 0) logger.info('invoicing.month_closed', { ...done })
  },
})
