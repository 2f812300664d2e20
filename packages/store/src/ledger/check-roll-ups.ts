import * as z from 'zod'
import { Counted } from '../columns.ts'
import { OF_COMMISSION } from '../commission/standing.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'

const Misfit = z.object({ ledger_account: z.string(), environment: z.string(), rolled: Counted, marked: Counted })
const MOST_LISTED = 100

/** Whether roll-ups of commission are the entries that they contain (I12): what is accrued is read from them. */
export async function checkRollUps({ transaction, table }: Snapshot, findings: Findings): Promise<void> {
  const rolled = `select ledger_account, environment, amount as rolled, 0 as marked, entries
    from ${table('commission_rollup')}`
  const marked = `select ledger_account, environment, 0 as rolled, amount as marked, -1 as entries
    from ${table('ledger_entry')} where rolled_up is not null and ${OF_COMMISSION}`
  const rows: unknown = await transaction
    .select('ledger_account', 'environment')
    .sum({ rolled: 'rolled' })
    .sum({ marked: 'marked' })
    .from(transaction.raw(`(${rolled} union all ${marked}) as both_sides`))
    .groupBy('ledger_account', 'environment')
    .havingRaw('sum(rolled) <> sum(marked) or sum(entries) <> 0')
    .limit(MOST_LISTED)
  for (const { ledger_account: account, environment, rolled: sum, marked: entries } of z.array(Misfit).parse(rows))
    findings.check(
      'I12',
      false,
      () => `${account} in ${environment}: rolled up to ${sum}, its entries come to ${entries}`,
    )
}
