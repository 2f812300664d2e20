import type { RenewalReport } from '../contract.ts'
import type { SubscriptionStore } from './subscription-store.ts'

/** Subscriptions per page. */
const PAGE = 200
/** The largest number of subscriptions per run, so that other tasks of the process are not delayed. The next run continues. */
const MOST_A_RUN = 2_000

/** The result of one subscription; null: nothing to do. */
export type RenewalOutcome = 'renewed' | 'grace' | 'ended' | null
/** The options of a run. */
export interface Renewing {
  readonly store: Pick<SubscriptionStore, 'due'>
  readonly at: Date
  renew(accountId: string): Promise<RenewalOutcome>
}

/**
 * Renews due subscriptions one after the other.
 *
 * @throws The first failure, after all subscriptions were tried.
 */
export async function renewAll(renewing: Renewing): Promise<RenewalReport> {
  const run = { report: { renewed: 0, grace: 0, ended: 0 }, trouble: [] as unknown[] }
  let after: string | null = null
  for (let looked = 0; looked < MOST_A_RUN; looked += PAGE) {
    const page = await renewing.store.due(renewing.at, { after, limit: PAGE })
    for (const { accountId } of page) await renewOne(renewing, accountId, run)
    after = page.at(-1)?.id ?? null
    if (after === null || page.length < PAGE) break
  }
  if (run.trouble.length > 0) throw run.trouble[0]
  return run.report
}

/** A failure does not prevent the other renewals. */
async function renewOne(
  { renew }: Renewing,
  accountId: string,
  { report, trouble }: { report: { renewed: number; grace: number; ended: number }; trouble: unknown[] },
): Promise<void> {
  try {
    const outcome = await renew(accountId)
    if (outcome) report[outcome] += 1
  } catch (error) {
    trouble.push(error)
  }
}
