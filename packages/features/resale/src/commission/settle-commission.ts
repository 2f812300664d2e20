import {
  type CommissionBook,
  type CommissionSettling,
  defineJob,
  defineWork,
  type Job,
  Logger,
  SharedClock,
  Store,
  type Work,
} from '@parakh/core'
import * as z from 'zod'

const needs = { store: Store, clock: SharedClock, logger: Logger } as const

/** Half past midnight, in the zone of the business (decisions.md section 13). */
const DAILY = '30 0 * * *'

/**
 * Transfers final commission once a day: one job of all processes, which outlives them.
 *
 * @param when When final commission is transferred. A job that was planned before the setting changed transfers nothing.
 */
export const settleDaily = (when: CommissionSettling): Job =>
  defineJob('resale.settle-commission', {
    ...{ payload: z.object({}), needs, attempts: 5 },
    ...(when === 'daily' ? { schedule: DAILY } : {}),
    run: async ({ store, clock, logger }) => {
      if (when === 'daily') await settle({ book: store.commission, at: clock.now(), logger }, 'daily')
    },
  })

/**
 * Adds commission up, takes back what was transferred and then reversed, and transfers what is final where that is done at once.
 *
 * @param when When final commission is transferred.
 */
export const maintainCommission = (when: CommissionSettling): Work =>
  defineWork({
    ...{ id: 'resale.commission', everyMs: 30_000, where: ['serve'], needs },
    async run({ store: { commission: book }, clock, logger }) {
      await book.rollUp()
      await settle({ book, at: clock.now(), logger }, when === 'immediately' ? 'immediately' : 'manual')
    },
  })

async function settle(
  { book, at, logger }: { readonly book: Pick<CommissionBook, 'settle'>; readonly at: Date; readonly logger: Logger },
  how: CommissionSettling,
): Promise<void> {
  const { transferred, recovered } = await book.settle({ at: at.getTime(), settle: how })
  if (transferred + recovered > 0) logger.info('commission.settled', { settle: how, transferred, recovered })
}
