import type { BrokenInvariant } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../../columns.ts'
import type { Database } from '../../connection/database.ts'
import type { IdRange } from '../check-range.ts'

/** Wallets of one round whose turn it is. */
const SLICE = 500
/** A wallet with no more entries than this is added up anew; of others, the latest entry must be what the wallet says. */
const ADDED_UP = 200
/** What is receivable of a wallet is added up, unless more entries are of it than this since the last archive. */
const OWED_ADDED_UP = 1_000
/** Of a wallet's events, so many of the newest must follow each other. */
const EVENTS = 50

const Nullable = z.union([Counted, z.null()])
const Standing = z.object({
  account_id: z.string(),
  environment: z.string(),
  posted: Counted,
  held: Counted,
  owed: Counted,
  version: Counted,
  event_sequence: Counted,
  open_held: Counted,
  receivable: Nullable,
  newest_event: Nullable,
  events_missing: Nullable,
  latest: Nullable,
  beyond: Nullable,
  total: Nullable,
})
type Standing = z.output<typeof Standing>
type Named = Pick<Database, 'knex' | 'table' | 'dialect'>

/** Of what is receivable: in these words, so that both databases find their index (`receivable_of`). */
const OF_RECEIVABLE = `substr(ledger_account, 1, 11) = 'receivable:'`

/** The wallets that entries of a range were posted to, held against their entries, open holds and events (I3 to I5, I8, I13). */
export async function checkTouched(database: Named, range: IdRange): Promise<readonly BrokenInvariant[]> {
  const picked = database.knex(database.table('ledger_entry'))
  // What a wallet could not pay is posted without an entry of the wallet's own.
  const account = `case when version is null then substr(ledger_account, 12) else substr(ledger_account, 8) end`
  picked.distinct(database.knex.raw(`${account} as account_id, environment`))
  picked.where('id', '>', range.after).where('id', '<=', range.through)
  picked.where((either) => either.whereNotNull('version').orWhereRaw(OF_RECEIVABLE))
  return brokenOf(await standings(database, picked))
}

/** Where a slice of wallets ended. */
export interface WalletPlace {
  readonly account: string
  readonly environment: string
}

/** The next wallets in their order; from the first again after the last. */
export async function checkSlice(
  database: Named,
  after: WalletPlace,
): Promise<{ broken: readonly BrokenInvariant[]; last: WalletPlace }> {
  const picked = database
    .knex(database.table('wallet'))
    .select('account_id', 'environment')
    .whereRaw('(account_id, environment) > (?, ?)', [after.account, after.environment])
    .orderBy(['account_id', 'environment'])
    .limit(SLICE)
  const end: unknown = await database.knex.from(picked.clone().as('slice')).count({ wallets: '*' }).first()
  const { wallets } = z.object({ wallets: Counted }).parse(end)
  const broken = brokenOf(await standings(database, picked))
  if (wallets < SLICE) return { broken, last: { account: '', environment: '' } }
  const last: unknown = await picked
    .clone()
    .offset(SLICE - 1)
    .limit(1)
    .first()
  const { account_id, environment } = z.object({ account_id: z.string(), environment: z.string() }).parse(last)
  return { broken, last: { account: account_id, environment } }
}

/**
 * What is held, by wallet. The columns are made into expressions: SQLite would group by an index over all calls there ever were, and not
 * read the few that are open by theirs.
 */
export const openHolds = (table: (name: string) => string): string =>
  `select account_id || '' as account_id, environment || '' as environment, sum(price) as held from ${table('call')}
    where phase in ('held', 'dispatched') group by 1, 2`

/** One statement, so one snapshot: a wallet and its entries are never seen from two moments. Rows are what does not fit. */
async function standings(database: Named, picked: Knex.QueryBuilder): Promise<readonly Standing[]> {
  const { knex, table } = database
  const outbox = table('outbox')
  const ofWallet = (alias: string): string =>
    `${alias}.ledger_account = 'wallet:' || w.account_id and ${alias}.environment = w.environment`
  const ofSame = (alias: string): string =>
    `${alias}.account_id = w.account_id and ${alias}.environment = w.environment`
  const entry = table('ledger_entry')
  const sum = `coalesce((select sum(s.amount) from ${entry} s where ${ofWallet('s')} and s.version is not null), 0)`
  const rows: unknown = await knex
    .with('picked', picked)
    .with('open_calls', knex.raw(openHolds(table)))
    .with(
      'standing',
      knex.raw(`select w.account_id, w.environment, w.posted, w.held, w.owed, w.version, w.event_sequence,
          coalesce(o.held, 0) as open_held,
          coalesce(e.balance, b.balance, case when w.version = 0 then 0 end) as latest, n.version as beyond,
          case when w.version - coalesce(c.version, 0) <= ${ADDED_UP} then coalesce(c.balance, 0) + ${sum} end as total,
          coalesce(d.balance, 0) + (select case when count(*) <= ${OWED_ADDED_UP} then coalesce(sum(r.amount), 0) end from (
            select amount from ${entry} where ledger_account = 'receivable:' || w.account_id
              and environment = w.environment and ${OF_RECEIVABLE} limit ${OWED_ADDED_UP + 1}) r) as receivable,
          (select max(v.sequence) from ${outbox} v where ${ofSame('v')}) as newest_event,
          (select max(v.sequence) - min(v.sequence) + 1 - count(*) from (
            select sequence from ${outbox} v where ${ofSame('v')} order by sequence desc limit ${EVENTS}) v) as events_missing
        from picked p
        join ${table('wallet')} w on w.account_id = p.account_id and w.environment = p.environment
        left join ${entry} e on ${ofWallet('e')} and e.version = w.version
        left join ${entry} n on ${ofWallet('n')} and n.version = w.version + 1
        left join ${table('closing_balance')} c on ${ofWallet('c')}
        left join ${table('closing_balance')} b on ${ofWallet('b')} and b.version = w.version
        left join ${table('closing_balance')} d on d.ledger_account = 'receivable:' || w.account_id
          and d.environment = w.environment
        left join open_calls o on o.account_id = w.account_id and o.environment = w.environment`),
    )
    .from('standing')
    .whereRaw(
      `latest is null or latest <> posted or beyond is not null or total <> posted or held <> open_held or posted < held
        or owed <> -receivable or coalesce(newest_event, 0) <> event_sequence or events_missing <> 0`,
    )
    .limit(20)
  return z.array(Standing).parse(rows)
}

function brokenOf(standings: readonly Standing[]): readonly BrokenInvariant[] {
  return standings.flatMap(({ account_id, environment, ...wallet }) => {
    const name = `${account_id}/${environment}`
    const { posted, held, owed, version, open_held, latest, beyond, total, receivable } = wallet
    const { event_sequence: events, newest_event: newest, events_missing: missing } = wallet
    const faults: (readonly [boolean, string, string])[] = [
      [latest === null || beyond !== null, 'I8', `version ${version} is not that of its latest entry`],
      [latest !== null && latest !== posted, 'I3', `posted ${posted}, its latest entry says ${String(latest)}`],
      [total !== null && total !== posted, 'I3', `posted ${posted}, its entries sum to ${String(total)}`],
      [held !== open_held, 'I5', `held ${held}, its open holds sum to ${open_held}`],
      [receivable !== null && owed !== -receivable, 'I3', `owes ${owed}, its receivable is ${String(receivable)}`],
      [(newest ?? 0) !== events, 'I13', `its newest event is ${newest ?? 0} of ${events}`],
      [(missing ?? 0) !== 0, 'I13', `${String(missing)} of its newest events are missing`],
      [posted < held, 'I4', `posted ${posted} is less than held ${held}`],
    ]
    return faults.flatMap(([broken, invariant, what]) => (broken ? [{ invariant, detail: `${name}: ${what}` }] : []))
  })
}
