import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'

const Miscounted = z.object({
  account_id: z.string(),
  environment: z.string(),
  counter: z.string(),
  counted: Counted,
  calls: Counted,
})
const MOST_LISTED = 100

/** Whether each counter of a plan says as many units as calls stand paid by one (I15). What else is counted has no such partner. */
export async function checkUnits({ transaction, table }: Snapshot, findings: Findings): Promise<void> {
  const used = `select account_id, environment, pool as counter, 0 as counted, count(*) as calls
    from ${table('call')} where pool is not null group by account_id, environment, pool`
  const counted = `select account_id, environment, period || ' ' || name as counter, value as counted, 0 as calls
    from ${table('counter')} where name like 'plan:%'`
  const rows: unknown = await transaction
    .select('account_id', 'environment', 'counter')
    .sum({ counted: 'counted' })
    .sum({ calls: 'calls' })
    .from(transaction.raw(`(${used} union all ${counted}) as both_sides`))
    .groupBy('account_id', 'environment', 'counter')
    .havingRaw('sum(counted) <> sum(calls)')
    .limit(MOST_LISTED)
  for (const { account_id, environment, counter, counted: units, calls } of z.array(Miscounted).parse(rows))
    findings.check(
      'I15',
      false,
      () => `${account_id} in ${environment}, ${counter}: ${units} units counted, ${calls} calls were paid by one`,
    )
}
