import type { Database } from '../../connection/database.ts'
import { isKeptElsewhere } from '../../wallet/wallet-driver.ts'
import { WITH_HOLD } from '../../wallet/with-hold.ts'
import type { EntryScope } from '../entry-scope.ts'
import type { Check } from './find-broken.ts'

/** Which wallets are checked: a query of `account_id` and `environment`. One that does not exist is one of nothing. */
export interface WalletScope {
  readonly sql: string
  readonly bindings: Readonly<Record<string, string | number>>
}
/** How many rows of one wallet are read; what needs more is left to the whole check. */
export interface WalletBounds {
  /** A wallet with no more entries since the last archive is added up; of others, the latest entry must be what the wallet says. */
  readonly entries: number
  /** What is receivable is added up where it has no more entries. */
  readonly receivables: number
  /** Of a wallet's events, so many of the newest must follow each other. */
  readonly events: number
}
export const ALL_OF_A_WALLET: WalletBounds = {
  ...{ entries: Number.MAX_SAFE_INTEGER, receivables: Number.MAX_SAFE_INTEGER - 1, events: Number.MAX_SAFE_INTEGER },
}

/** Of what is receivable: in these words, so that both databases find their index (`receivable_of`). */
const OF_RECEIVABLE = `substr(ledger_account, 1, 11) = 'receivable:'`
// What a wallet could not pay is posted without an entry of the wallet's own.
const OWNER = `case when ${OF_RECEIVABLE} then substr(ledger_account, 12) else substr(ledger_account, 8) end`
const OWNED = `(${OF_RECEIVABLE} or substr(ledger_account, 1, 7) = 'wallet:')`

/** The wallets that entries were posted to. */
export const walletsOfEntries = ({ sql, bindings }: EntryScope): WalletScope => ({
  sql: `select distinct ${OWNER} as account_id, environment from (${sql}) entry where ${OWNED}`,
  bindings,
})

/** The wallets that archived entries were posted to. */
export const archivedWallets = ({ table }: Pick<Database, 'table'>): WalletScope =>
  walletsOfEntries({ sql: `select * from ${table('closing_balance')}`, bindings: {} })

/** Those of them that do not exist. */
export const lostAmong = ({ table }: Pick<Database, 'table'>, { sql, bindings }: WalletScope): WalletScope => ({
  sql: `select account_id, environment from (${sql}) named where not exists (select 1 from ${table('wallet')} w
    where w.account_id = named.account_id and w.environment = named.environment)`,
  bindings,
})

/**
 * What the ledger holds, by wallet. The columns are made into expressions: SQLite would group by an index over all calls there ever were, and not
 * read the few that are open by theirs.
 */
const openHolds = (table: (name: string) => string): string =>
  `select account_id || '' as account_id, environment || '' as environment, sum(price) as held from ${table('call')}
    where ${WITH_HOLD} and not ${isKeptElsewhere({ table })} group by 1, 2`

/** Wallets against their entries, what archived ones left behind, open holds, receivables and events (I2 to I5, I8, I13). */
export function checkWallets({ table }: Pick<Database, 'table'>, scope: WalletScope, bounds: WalletBounds): Check {
  const [entry, closing, outbox] = [table('ledger_entry'), table('closing_balance'), table('outbox')]
  const of = (alias: string): string => `${alias}.account_id = p.account_id and ${alias}.environment = p.environment`
  const posted = (alias: string, account = 'wallet'): string =>
    `${alias}.ledger_account = '${account}:' || p.account_id and ${alias}.environment = p.environment`
  return {
    rows: `with open_hold as materialized (${openHolds(table)}),
      standing as (select p.account_id, p.environment, coalesce(w.posted, 0) as posted, coalesce(w.held, 0) as held,
          coalesce(w.owed, 0) as owed, coalesce(w.version, 0) as version, coalesce(w.event_sequence, 0) as event_sequence,
          coalesce(o.held, 0) as open_holds, coalesce(c.balance, 0) as opening, coalesce(c.version, 0) as first_version
        from (${scope.sql}) p
        left join ${table('wallet')} w on ${of('w')}
        left join ${closing} c on ${posted('c')}
        left join open_hold o on ${of('o')})
      select p.*, p.account_id || '/' || p.environment as name,
        coalesce(l.balance, case when p.version = p.first_version then p.opening end) as latest, n.version as beyond,
        case when p.version - p.first_version <= ${bounds.entries} then (select coalesce(sum(s.amount), 0) from ${entry} s
          where ${posted('s')} and s.version is not null) end as movements,
        coalesce((select d.balance from ${closing} d where ${posted('d', 'receivable')}), 0)
          + (select case when count(*) <= ${bounds.receivables} then coalesce(sum(amount), 0) end
            from (select amount from ${entry} r where ${posted('r', 'receivable')} and ${OF_RECEIVABLE}
              limit ${bounds.receivables + 1}) receivables) as receivable,
        coalesce((select max(v.sequence) from ${outbox} v where ${of('v')}), 0) as newest_event,
        (select max(sequence) - min(sequence) + 1 - count(*) from (select v.sequence from ${outbox} v
          where ${of('v')} order by v.sequence desc limit ${bounds.events}) newest) as missing_events
      from standing p
      left join ${entry} l on ${posted('l')} and l.version = p.version
      left join ${entry} n on ${posted('n')} and n.version = p.version + 1`,
    bindings: scope.bindings,
    invariants: INVARIANTS,
  }
}

const INVARIANTS: Check['invariants'] = [
  {
    name: 'I2',
    holds: 'posted >= 0 and held >= 0 and owed >= 0',
    finding: `name || ': posted ' || posted || ', held ' || held || ', owed ' || owed`,
  },
  {
    name: 'I3',
    holds: 'movements is null or opening + movements = posted',
    finding: `name || ': opening ' || opening || ' + movements ' || movements || ' is not posted ' || posted`,
  },
  {
    name: 'I3',
    holds: 'latest is null or latest = posted',
    finding: `name || ': posted ' || posted || ', its latest entry closed with ' || latest`,
  },
  {
    name: 'I3',
    holds: 'receivable is null or owed = -receivable',
    finding: `name || ': owes ' || owed || ', its receivable is ' || receivable`,
  },
  {
    name: 'I4',
    holds: 'posted - held >= 0',
    finding: `name || ': posted ' || posted || ' is less than held ' || held`,
  },
  {
    name: 'I4',
    holds: 'owed = 0 or posted = held',
    finding: `name || ': owes ' || owed || ' and has ' || (posted - held) || ' available'`,
  },
  {
    name: 'I5',
    holds: 'held = open_holds',
    finding: `name || ': held ' || held || ', its open holds sum to ' || open_holds`,
  },
  {
    name: 'I8',
    holds: 'latest is not null and beyond is null',
    finding: `name || ': version ' || version || ' is not that of its latest entry'`,
  },
  {
    name: 'I13',
    holds: 'newest_event = event_sequence',
    finding: `name || ': its newest event is ' || newest_event || ' of ' || event_sequence`,
  },
  {
    name: 'I13',
    holds: 'coalesce(missing_events, 0) = 0',
    finding: `name || ': ' || missing_events || ' events are missing up to ' || newest_event`,
  },
]
