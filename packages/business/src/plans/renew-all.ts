import type { PlanStore, RenewalReport } from '@parakh/core'

/** Subscriptions of one look. */
const PAGE = 200
/** Subscriptions of one run at most, so that other work of the same process gets its turn. The next run goes on. */
const MOST_A_RUN = 2_000

/** What became of one subscription; null: nothing was to be done. */
export type RenewalOutcome = 'renewed' | 'grace' | 'ended' | null
/** How a run is done. */
export interface Renewing {
  readonly store: Pick<PlanStore, 'due'>
  readonly at: Date
  renew(accountId: string): Promise<RenewalOutcome>
}

/**
 * Renews what is due, one after the other.
 *
 * @throws What the first of those threw that could not be renewed, after all the others.
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

/** One that cannot be renewed keeps none of the others from it. */
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
