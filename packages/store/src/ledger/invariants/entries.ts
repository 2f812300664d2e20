import { ENVIRONMENTS } from '@parakh/core'
import type { Database } from '../../connection/database.ts'
import { ENTRY_COLUMNS } from '../entry-lines.ts'
import type { EntryScope } from '../entry-scope.ts'
import { type Check, shown } from './find-broken.ts'

type Tables = Pick<Database, 'table' | 'dialect'>

/** SQL: whether an entry is of a wallet. Only those have versions and balances. */
export const OF_WALLET = `(substr(ledger_account, 1, 7) = 'wallet:')`
const OF_CALL = `kind in ('charge', 'refund')`
const KNOWN = ENVIRONMENTS.map((name) => `'${name}'`).join(', ')

/** SQLite takes a text or a BLOB in the place of a number. */
const READABLE = ENTRY_COLUMNS.map(({ name, type }) =>
  type === 'text' ? `typeof(${name}) in ('text', 'null')` : `typeof(${name}) in ('integer', 'null')`,
).join(' and ')

/** Each entry by itself (I3, I8, I10, I14). */
export const checkEntries = ({ dialect }: Tables, entries: EntryScope): Check => ({
  rows: entries.sql,
  bindings: entries.bindings,
  invariants: [
    {
      name: 'I14',
      holds: `actor <> '' and request_id <> '' and (not ${OF_CALL} or price_version <> '')`,
      finding: `kind || ' ' || transaction_id || ': no actor, no request id or no price version'`,
    },
    {
      name: 'I3',
      holds: `not ${OF_WALLET} or balance = previous + amount`,
      finding: `kind || ' ' || transaction_id || ': opening ' || ${shown('previous')} || ' + movement ' || amount
        || ' is not closing ' || ${shown('balance')}`,
    },
    {
      name: 'I8',
      holds: `${OF_WALLET} = (version is not null)`,
      finding: `kind || ' ' || transaction_id || ': an entry of ' || ledger_account || ' has version ' || ${shown('version')}`,
    },
    {
      name: 'I10',
      holds: `environment in (${KNOWN})`,
      finding: `kind || ' ' || transaction_id || ': an entry of no environment: ' || environment`,
    },
    {
      name: 'I10',
      holds: dialect === 'sqlite3' ? READABLE : '1 = 1',
      finding: `'entry ' || id || ': a column holds a value of another type'`,
    },
  ],
})

/** The entries of each posting together: conservation (I1). */
export const checkPostings = (entries: EntryScope): Check => ({
  rows: `select environment, kind, transaction_id, sum(amount) as total from (${entries.sql}) entry
    group by environment, kind, transaction_id`,
  bindings: entries.bindings,
  invariants: [
    { name: 'I1', holds: 'total = 0', finding: `kind || ' ' || transaction_id || ': its entries sum to ' || total` },
  ],
})

/**
 * Entries of a wallet in their order (I8): each follows one, so they are numbered without a gap from the first, or from what archived ones
 * left behind.
 */
export const checkVersions = ({ table }: Tables, entries: EntryScope): Check => ({
  rows: `select e.ledger_account, e.environment, e.version, e.previous,
      coalesce(p.balance, b.balance, case when e.version = 1 then 0 end) as closed
    from (${entries.sql}) e
    left join ${table('ledger_entry')} p on p.ledger_account = e.ledger_account and p.environment = e.environment
      and p.version = e.version - 1
    left join ${table('closing_balance')} b on b.ledger_account = e.ledger_account and b.environment = e.environment
      and b.version = e.version - 1
    where e.version is not null`,
  bindings: entries.bindings,
  invariants: [
    {
      name: 'I8',
      holds: 'previous = closed',
      finding: `ledger_account || '/' || environment || ' version ' || version || ': opens with ' || ${shown('previous')}
        || ', the entry before closed with ' || ${shown('closed')}`,
    },
  ],
})
