import type { Database } from '../../connection/database.ts'
import type { EntryScope, IdRange } from '../entry-scope.ts'
import type { Check } from './find-broken.ts'

/** A read hold that outlives its lease by more was forgotten by the sweep, in milliseconds. */
const GRACE_MS = 60_000

/** Which calls are checked: a query of their ids. */
interface CallScope {
  readonly sql: string
  readonly bindings: Readonly<Record<string, string | number>>
}

/** Calls with an id in a range. */
export const callsOf = ({ table }: Pick<Database, 'table'>, { after, through }: IdRange): CallScope => ({
  sql: `select id from ${table('call')} where id > :after and id <= :through`,
  bindings: { after, through },
})

/** Calls that entries charge. */
export const chargedCalls = ({ table }: Pick<Database, 'table'>, entries: EntryScope): CallScope => ({
  sql: `select k.id from (${entries.sql}) e cross join ${table('call')} k
    where e.kind = 'charge' and e.version is not null and k.reference = e.transaction_id`,
  bindings: entries.bindings,
})

/**
 * Calls by themselves: how they ended (I7), that a charge has its stored response (I11), and that what is open is of a wallet (I5). A
 * marked write may stay open: its outcome is asked for, or a person decides.
 *
 * @param at Milliseconds since 1970: for leases.
 */
export const checkCalls = ({ table }: Pick<Database, 'table'>, calls: CallScope, at: number): Check => ({
  rows: `select c.reference, c.phase, c.lease_until, c.settled_at, c.charged, c.async_state, r.call_id as response,
      case when c.settled_at is null or c.phase = 'accepted' then (select w.account_id from ${table('wallet')} w
        where w.account_id = c.account_id and w.environment = c.environment) end as wallet
    from (${calls.sql}) picked cross join ${table('call')} c left join ${table('response')} r on r.call_id = c.id
    where c.id = picked.id`,
  bindings: { ...calls.bindings, expired: at - GRACE_MS },
  invariants: [
    {
      name: 'I7',
      holds: `phase not in ('held', 'accepted') or lease_until >= :expired`,
      finding: `reference || ': held past its lease'`,
    },
    {
      name: 'I7',
      holds: `phase <> 'accepted' or (async_state = 'pending' and charged = 0)`,
      finding: `reference || ': held for an async result that came'`,
    },
    {
      name: 'I7',
      holds: `(phase in ('held', 'dispatched')) = (settled_at is null)`,
      finding: `reference || ': ' || phase || ', which does not fit the time of its end'`,
    },
    {
      name: 'I11',
      holds: `response is not null or (phase <> 'accepted' and (phase <> 'answered' or charged = 0))`,
      finding: `reference || ': charged without a stored response'`,
    },
    {
      name: 'I5',
      holds: `phase not in ('held', 'dispatched', 'accepted') or wallet is not null`,
      finding: `reference || ': holds money of no wallet'`,
    },
  ],
})
