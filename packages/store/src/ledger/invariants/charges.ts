import type { Database, Dialect } from '../../connection/database.ts'
import type { EntryScope } from '../entry-scope.ts'
import { OF_WALLET } from './entries.ts'
import type { Check } from './find-broken.ts'

/** How each database takes the commission legs of a call apart, which stand with it as JSON. */
const LEGS: Readonly<Record<Dialect, { rows: string; clawedBack: string }>> = {
  // What is no JSON would end the check without a word about the money.
  sqlite3: {
    rows: `json_each(case when json_valid(p.legs) then p.legs else '[]' end) leg`,
    clawedBack: `coalesce(leg.value ->> 'clawedBack', 0) = 1`,
  },
  pg: {
    rows: `jsonb_array_elements(cast(p.legs as jsonb)) leg(value)`,
    clawedBack: `coalesce(cast(leg.value ->> 'clawedBack' as boolean), false)`,
  },
}
const AMOUNT = `cast(leg.value ->> 'amount' as bigint)`

/**
 * Charges and refunds against their calls: what each ledger account got is what the call says, the wallet's side (I11) and the shares of
 * the price (I12). The platform has what commission leaves of the price; a refund takes back what no chargeback took before (decision 0024).
 */
export function checkCharges({ table, dialect }: Pick<Database, 'table' | 'dialect'>, entries: EntryScope): Check {
  const due = (account: string, amount: string, from = 'posted_call p'): string =>
    `select p.kind, p.transaction_id, p.environment, ${account}, 0, ${amount} from ${from}`
  const legs = `posted_call p cross join ${LEGS[dialect].rows}
    where p.legs <> '[]' and not (p.kind = 'refund' and ${LEGS[dialect].clawedBack})`
  return {
    rows: `with entry as materialized (${entries.sql}),
      posted_call as (select k.kind, k.transaction_id, c.environment, c.account_id, c.price, c.legs,
          case k.kind when 'charge' then 1 else -1 end as sign,
          case k.kind when 'charge' then c.charged else c.refunded end as paid
        from (select distinct kind, transaction_id from entry where kind in ('charge', 'refund')) k
        join ${table('call')} c on c.reference = k.transaction_id),
      share as (select kind, transaction_id, environment, ledger_account, amount as posted, 0 as due
          from entry where kind in ('charge', 'refund')
        union all ${due(`'wallet:' || p.account_id`, '-p.paid * p.sign')}
        union all ${due(`'revenue'`, 'p.price * p.sign')}
        union all ${due(`'revenue'`, `-${AMOUNT} * p.sign`, legs)}
        union all ${due(`'commission:' || (leg.value ->> 'accountId')`, `${AMOUNT} * p.sign`, legs)})
      select kind, transaction_id, environment, ledger_account, sum(posted) as posted, sum(due) as due,
          sum(due) * case kind when 'charge' then 1 else -1 end as share
        from share group by kind, transaction_id, environment, ledger_account`,
    bindings: entries.bindings,
    invariants: [
      { name: 'I11', holds: `not ${OF_WALLET} or posted = due`, finding: DIFFERS },
      { name: 'I12', holds: `${OF_WALLET} or posted = due`, finding: DIFFERS },
      {
        name: 'I12',
        holds: `ledger_account <> 'revenue' or share >= 0`,
        finding: `kind || ' ' || transaction_id || ': its commission exceeds its price by ' || -share`,
      },
    ],
  }
}

const DIFFERS = `kind || ' ' || transaction_id || ': ' || posted || ' posted to ' || ledger_account || '/' || environment
  || ', the call says ' || due`
