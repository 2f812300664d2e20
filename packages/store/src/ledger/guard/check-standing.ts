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

const Nullable = z.union([Counted, z.null()])
const Standing = z.object({
  account_id: z.string(),
  environment: z.string(),
  posted: Counted,
  held: Counted,
  version: Counted,
  open_held: Counted,
  latest: Nullable,
  beyond: Nullable,
  total: Nullable,
})
type Standing = z.output<typeof Standing>
type Named = Pick<Database, 'knex' | 'table'>

/** The wallets that entries of a range were posted to, held against their entries and open holds (I3 to I5, I8). */
export async function checkTouched(database: Named, range: IdRange): Promise<readonly BrokenInvariant[]> {
  const picked = database.knex(database.table('ledger_entry'))
  picked.distinct(database.knex.raw('substr(ledger_account, 8) as account_id, environment'))
  picked.where('id', '>', range.after).where('id', '<=', range.through).whereNotNull('version')
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

/** One statement, so one snapshot: a wallet and its entries are never seen from two moments. Rows are what does not fit. */
async function standings({ knex, table }: Named, picked: Knex.QueryBuilder): Promise<readonly Standing[]> {
  const entry = table('ledger_entry')
  const ofWallet = (alias: string): string =>
    `${alias}.ledger_account = 'wallet:' || w.account_id and ${alias}.environment = w.environment`
  const rows: unknown = await knex
    .with('picked', picked)
    .with(
      'open_calls',
      knex.raw(`select account_id, environment, sum(price) as held from ${table('call')}
        where phase in ('held', 'dispatched') group by account_id, environment`),
    )
    .with(
      'standing',
      knex.raw(`select w.account_id, w.environment, w.posted, w.held, w.version, coalesce(o.held, 0) as open_held,
          coalesce(e.balance, b.balance, case when w.version = 0 then 0 end) as latest, n.version as beyond,
          case when w.version - coalesce(c.version, 0) <= ${ADDED_UP} then coalesce(c.balance, 0) + coalesce((
            select sum(s.amount) from ${entry} s where ${ofWallet('s')} and s.version is not null), 0) end as total
        from picked p
        join ${table('wallet')} w on w.account_id = p.account_id and w.environment = p.environment
        left join ${entry} e on ${ofWallet('e')} and e.version = w.version and e.version is not null
        left join ${entry} n on ${ofWallet('n')} and n.version = w.version + 1 and n.version is not null
        left join ${table('closing_balance')} c on ${ofWallet('c')}
        left join ${table('closing_balance')} b on ${ofWallet('b')} and b.version = w.version
        left join open_calls o on o.account_id = w.account_id and o.environment = w.environment`),
    )
    .from('standing')
    .whereRaw(
      `latest is null or latest <> posted or beyond is not null or total <> posted or held <> open_held or posted < held`,
    )
    .limit(20)
  return z.array(Standing).parse(rows)
}

function brokenOf(standings: readonly Standing[]): readonly BrokenInvariant[] {
  return standings.flatMap(({ account_id, environment, ...wallet }) => {
    const name = `${account_id}/${environment}`
    const { posted, held, version, open_held, latest, beyond, total } = wallet
    const faults: (readonly [boolean, string, string])[] = [
      [latest === null || beyond !== null, 'I8', `version ${version} is not that of its latest entry`],
      [latest !== null && latest !== posted, 'I3', `posted ${posted}, its latest entry says ${String(latest)}`],
      [total !== null && total !== posted, 'I3', `posted ${posted}, its entries sum to ${String(total)}`],
      [held !== open_held, 'I5', `held ${held}, its open holds sum to ${open_held}`],
      [posted < held, 'I4', `posted ${posted} is less than held ${held}`],
    ]
    return faults.flatMap(([broken, invariant, what]) => (broken ? [{ invariant, detail: `${name}: ${what}` }] : []))
  })
}
