import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { IdRange } from './check-range.ts'

/** More are not told apart: then the whole range is looked at in every way. */
const MOST = 2_000
const Ids = z.array(z.object({ id: Counted }))

/**
 * The entries of a range that are of no plain charge. A plain charge is the two entries of a call that shares with nobody, behind each other, and says
 * of itself all that I1, I3, I11, I12 and I14 ask: the wallet gave what the call says, revenue took it, the answer is kept. Almost all are, and
 * this is one walk, where every check by itself is another.
 *
 * @param range Divides no posting.
 * @returns Null where they are many.
 */
export async function oddEntries(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  { after, through }: IdRange,
): Promise<readonly number[] | null> {
  const entry = table('ledger_entry')
  const named = (alias: string): string =>
    `${alias}.actor <> '' and ${alias}.request_id <> '' and ${alias}.price_version <> '' and ${alias}.kind = 'charge'`
  // A cross join keeps its order on SQLite: by the ids of the range, and no index besides that of the calls.
  const rows: unknown = await knex
    .withMaterialized(
      'plain',
      knex.raw(
        `select e.id from ${entry} e cross join ${entry} r cross join ${table('call')} c
          left join ${table('response')} s on s.call_id = c.id
          where e.id > :after and e.id < :through and r.id = e.id + 1 and c.reference = e.transaction_id
            and r.transaction_id = e.transaction_id and r.environment = e.environment and ${named('e')} and ${named('r')}
            and e.ledger_account = 'wallet:' || c.account_id and e.environment = c.environment and e.version is not null
            and e.balance = e.previous + e.amount and r.ledger_account = 'revenue' and r.version is null
            and e.amount = -c.price and r.amount = c.price and c.charged = c.price and c.legs = '[]'
            and (c.phase <> 'answered' or s.call_id is not null)`,
        { after, through },
      ),
    )
    .from(`${entry} as o`)
    .where('o.id', '>', after)
    .where('o.id', '<=', through)
    .whereRaw('o.id not in (select id from plain) and o.id - 1 not in (select id from plain)')
    .limit(MOST + 1)
    .select('o.id as id')
  const odd = Ids.parse(rows)
  return odd.length > MOST ? null : odd.map(({ id }) => id)
}
