import { OF_COMMISSION } from '../../commission/totals.ts'
import type { Database } from '../../connection/database.ts'
import type { Check } from './find-broken.ts'

type Tables = Pick<Database, 'table'>

/** Events are numbered as they commit; their times are of the processes that wrote them. */
const CLOCKS_DIFFER_MS = 3_600_000

/** What must be right of whole tables, which the whole check alone reads. */
export const wholeTableChecks = (tables: Tables): readonly Check[] => [
  checkClosingBalances(tables),
  checkRollUps(tables),
  checkCreditEvents(tables),
  checkUnits(tables),
]

/** What archived entries left behind sums to zero, as they did (I1). */
const checkClosingBalances = ({ table }: Tables): Check => ({
  rows: `select environment, sum(balance) as total from ${table('closing_balance')} group by environment`,
  invariants: [{ name: 'I1', holds: 'total = 0', finding: `environment || ': the closing balances sum to ' || total` }],
})

/** Roll-ups of commission are the entries that they contain (I12): what is accrued is read from them. */
const checkRollUps = ({ table }: Tables): Check => ({
  rows: `select ledger_account, environment, sum(rolled) as rolled, sum(marked) as marked, sum(entries) as more
    from (select ledger_account, environment, amount as rolled, 0 as marked, entries from ${table('commission_rollup')}
      union all select ledger_account, environment, 0, amount, -1 from ${table('ledger_entry')}
        where rolled_up is not null and ${OF_COMMISSION}) both_sides
    group by ledger_account, environment`,
  invariants: [
    {
      name: 'I12',
      holds: 'rolled = marked and more = 0',
      finding: `ledger_account || ' in ' || environment || ': rolled up to ' || rolled || ', its entries come to ' || marked`,
    },
  ],
})

/**
 * Each credit has told of itself (I13). Events go after their retention, the oldest of a wallet first: what is older than all that is left
 * of it cannot be seen any more. Which events an endpoint declares stands in its plugin: whether a call has all of its own cannot be
 * seen here.
 */
const checkCreditEvents = ({ table }: Tables): Check => ({
  rows: `select c.id, o.id as event, c.at, f.sequence as first_sequence, f.at as first_at from ${table('credit')} c
    left join ${table('outbox')} o on o.id = c.id || '-event'
    left join ${table('outbox')} f on f.account_id = c.account_id and f.environment = c.environment and f.sequence =
      (select min(m.sequence) from ${table('outbox')} m where m.account_id = c.account_id and m.environment = c.environment)
    where c.amount > 0`,
  invariants: [
    {
      name: 'I13',
      holds: `event is not null or (first_sequence > 1 and at <= first_at + ${CLOCKS_DIFFER_MS})`,
      finding: `'credit ' || id || ': no event told of it'`,
    },
  ],
})

/**
 * Each pool says as many units as calls stand paid by one (I15). A counter of which no call has a unit is a pool where its name begins as that of a
 * plan; what else is counted has no such partner.
 */
const checkUnits = ({ table }: Tables): Check => ({
  rows: `select account_id, environment, counter, sum(counted) as counted, sum(calls) as calls
    from (select account_id, environment, pool as counter, 0 as counted, count(*) as calls
        from ${table('call')} where pool is not null group by account_id, environment, pool
      union all select account_id, environment, period || ' ' || name, value, 0 from ${table('counter')}) both_sides
    group by account_id, environment, counter having sum(calls) > 0 or counter like '% plan:%'`,
  invariants: [
    {
      name: 'I15',
      holds: 'counted = calls',
      finding: `account_id || ' in ' || environment || ', ' || counter || ': ' || counted || ' units counted, '
        || calls || ' calls were paid by one'`,
    },
  ],
})
