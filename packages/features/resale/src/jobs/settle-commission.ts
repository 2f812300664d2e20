import { CommissionLedger, type CommissionSettling, defineJob, defineWork, Logger, SharedClock } from '@parakh/core'
import * as z from 'zod'
import { ResaleSettings } from '../settings.ts'

const needs = { ledger: CommissionLedger, settings: ResaleSettings, clock: SharedClock, logger: Logger } as const

/** Half past midnight, in the zone of the business (decisions.md section 13). */
const DAILY = '30 0 * * *'

/** Transfers final commission once a day, where the settings say so: one job of all processes, which outlives them. */
export const settleDaily = defineJob('resale.settle-commission', {
  ...{ payload: z.object({}), needs, attempts: 5, schedule: DAILY },
  async run({ ledger, settings, clock, logger }) {
    if (settings.commission.settle === 'daily') await settle({ ledger, at: clock.now(), logger }, 'daily')
  },
})

/** Adds commission up, takes back what was transferred and then reversed, and transfers what is final where that is done at once. */
export const maintainCommission = defineWork({
  ...{ id: 'resale.commission', everyMs: 30_000, where: ['serve'], needs },
  async run({ ledger, settings, clock, logger }) {
    await ledger.rollUp()
    const how = settings.commission.settle === 'immediately' ? 'immediately' : 'manual'
    await settle({ ledger, at: clock.now(), logger }, how)
  },
})

async function settle(
  {
    ledger,
    at,
    logger,
  }: { readonly ledger: Pick<CommissionLedger, 'settle'>; readonly at: Date; readonly logger: Logger },
  how: CommissionSettling,
): Promise<void> {
  const { transferred, recovered } = await ledger.settle({ at: at.getTime(), settle: how })
  if (transferred + recovered > 0) logger.info('commission.settled', { settle: how, transferred, recovered })
}
