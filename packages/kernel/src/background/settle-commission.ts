import type { CommissionBook, CommissionSettling, JobQueue, Logger } from '@parakh/core'
import { Cron } from 'croner'
import type { CallParts } from '../runtime/call-parts.ts'

/** The job that transfers final commission once a day. */
export const SETTLE_JOB = 'kernel.settle-commission'
/** Half past midnight, in the zone of the business (decisions.md section 13). */
const [DAILY, ZONE] = ['30 0 * * *', 'Asia/Kolkata']
/** Unless the settings say otherwise. */
const DEFAULT: CommissionSettling = 'daily'

type Parts = Pick<CallParts, 'clock' | 'logger' | 'settings'>

/** Makes sure that the next day's transfers are planned: one job of all processes, which outlives them. */
export async function scheduleSettlement({ clock, settings }: Parts, queue: JobQueue): Promise<void> {
  if ((settings.settleCommission ?? DEFAULT) !== 'daily') return
  const next = new Cron(DAILY, { timezone: ZONE }).nextRun(clock.now())
  if (next) await queue.schedule(SETTLE_JOB, next.getTime())
}

/** Transfers what is final, as the day's job. A job that was planned before the setting changed transfers nothing. */
export async function settleDaily(parts: Parts, book: Pick<CommissionBook, 'settle'>): Promise<void> {
  if ((parts.settings.settleCommission ?? DEFAULT) === 'daily') await settle(parts, book, 'daily')
}

/**
 * Adds commission up, takes back what was transferred and then reversed, and transfers what is final where that is done at once.
 */
export async function maintainCommission(parts: Parts, book: Pick<CommissionBook, 'rollUp' | 'settle'>): Promise<void> {
  await book.rollUp()
  await settle(parts, book, parts.settings.settleCommission === 'immediately' ? 'immediately' : 'manual')
}

async function settle(
  { clock, logger }: { readonly clock: Parts['clock']; readonly logger: Logger },
  book: Pick<CommissionBook, 'settle'>,
  how: CommissionSettling,
): Promise<void> {
  const { transferred, recovered } = await book.settle({ at: clock.now().getTime(), settle: how })
  if (transferred + recovered > 0) logger.info('commission.settled', { settle: how, transferred, recovered })
}
