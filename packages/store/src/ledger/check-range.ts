import type { BrokenInvariant } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import { OF_COMMISSION } from '../commission/standing.ts'
import type { Database, Dialect } from '../connection/database.ts'
import { oddEntries } from './plain-charges.ts'

/** Entries with an id above `after`, up to `through`. */
export interface IdRange {
  readonly after: number
  readonly through: number
}
const MOST_LISTED = 20
const IN_RANGE = 'e.id > :after and e.id <= :through'

/** A check of some entries, as one statement whose rows are what is broken: one snapshot, and nothing to do in this process. */
interface RangeCheck {
  readonly invariant: string
  readonly sql: (of: Checked) => string
}
interface Checked extends Pick<Database, 'table' | 'dialect'> {
  /** Says of an entry `e` whether it is looked at. */
  readonly among: string
}

const Finding = z.object({
  what: z.string(),
  stands: z.union([Counted, z.null()]),
  expected: z.union([Counted, z.null()]),
})

/**
 * Checks entries by themselves and against the calls they are of: I1, I3, I8, I11, I12, I14. Bounded by the range, whatever the size of
 * the ledger. Plain charges are known at one glance; what else there is goes through each check.
 *
 * @param range Divides no posting (`cutAt`).
 */
export async function checkRange(
  knex: Knex,
  { table, dialect }: Pick<Database, 'table' | 'dialect'>,
  range: IdRange,
): Promise<readonly BrokenInvariant[]> {
  const statementOf = ({ invariant, sql }: RangeCheck, among: string) => ({
    invariant,
    sql: sql({ table, dialect, among }),
  })
  const broken: BrokenInvariant[] = []
  const odd = await oddEntries(knex, { table }, range)
  // Numbers that were read from the database; each is looked up by itself.
  const among = odd ? `e.id in (${odd.join(', ')})` : IN_RANGE
  const statements = odd?.length === 0 ? [] : CHECKS.map((check) => statementOf(check, among))
  for (const { invariant, sql } of [statementOf(FOLLOWING, IN_RANGE), ...statements]) {
    const rows: unknown = await knex.select('*').from(knex.raw(`(${sql} limit ${MOST_LISTED}) found`, { ...range }))
    for (const { what, stands, expected } of z.array(Finding).parse(rows))
      broken.push({ invariant, detail: `${what}: ${String(stands)} stands where ${String(expected)} should` })
  }
  return broken
}

/** How each database takes the shares of a call apart, which stand with it as JSON. */
const LEGS: Readonly<Record<Dialect, { rows: string; account: string; amount: string; clawedBack: string }>> = {
  // What is no JSON would end the round without a word about the money.
  sqlite3: {
    rows: `json_each(case when json_valid(p.legs) then p.legs else '[]' end) l`,
    account: `json_extract(l.value, '$.accountId')`,
    amount: `json_extract(l.value, '$.amount')`,
    clawedBack: `coalesce(json_extract(l.value, '$.clawedBack'), 0) = 1`,
  },
  pg: {
    rows: `jsonb_array_elements(cast(p.legs as jsonb)) l(value)`,
    account: `l.value ->> 'accountId'`,
    amount: `cast(l.value ->> 'amount' as bigint)`,
    clawedBack: `coalesce(cast(l.value ->> 'clawedBack' as boolean), false)`,
  },
}

/** Each share of each charge and refund of the range: what was posted, and what its call says. The platform's is the rest of the price. */
function sharesOf({ table, dialect, among }: Checked): string {
  const { rows, account, amount, clawedBack } = LEGS[dialect]
  const share = (party: string, signed: string): string =>
    `select p.kind, p.transaction_id, ${party} as party, 0 as stands, ${signed} as expected
      from priced p cross join ${rows} where p.legs <> '[]' and not (p.kind = 'refund' and ${clawedBack})`
  return `with priced as (select e.kind, e.transaction_id, c.price, c.legs, case e.kind when 'charge' then 1 else -1 end as direction
      from ${table('ledger_entry')} e join ${table('call')} c on c.reference = e.transaction_id
      where ${among} and e.kind in ('charge', 'refund') and e.version is not null)
    select e.kind, e.transaction_id, e.ledger_account as party, e.amount as stands, 0 as expected
      from ${table('ledger_entry')} e where ${among} and e.kind in ('charge', 'refund')
        and (e.ledger_account = 'revenue' or ${OF_COMMISSION})
    union all select p.kind, p.transaction_id, 'revenue', 0, p.price * p.direction from priced p
    union all ${share(`'revenue'`, `-(${amount}) * p.direction`)}
    union all ${share(`'commission:' || (${account})`, `(${amount}) * p.direction`)}`
}

/**
 * Each entry of a wallet follows the one before. Within the range one walk says so; the entry before the first of each wallet may stand anywhere,
 * and is looked up.
 */
const FOLLOWING: RangeCheck = {
  invariant: 'I8',
  sql: ({ table, among }) => {
    const expected = `coalesce(p.balance, b.balance, case when f.version = 1 then 0 end)`
    return `with numbered as (
        select e.id, e.ledger_account, e.environment, e.version, e.previous, lag(e.version) over same as version_before,
          lag(e.balance) over same as balance_before
        from ${table('ledger_entry')} e where ${among} and e.version is not null
        window same as (partition by e.ledger_account, e.environment order by e.version, e.id)),
      first as (select * from numbered where version_before is null or version_before <> version - 1)
      select ledger_account || '/' || environment || ' version ' || version as what, previous as stands, balance_before as expected
        from numbered where version_before = version - 1 and previous <> balance_before
      union all select f.ledger_account || '/' || f.environment || ' version ' || f.version as what,
          f.previous as stands, ${expected} as expected
        from first f
        left join ${table('ledger_entry')} p on p.ledger_account = f.ledger_account and p.environment = f.environment
          and p.version = f.version - 1
        left join ${table('closing_balance')} b on b.ledger_account = f.ledger_account and b.environment = f.environment
          and b.version = f.version - 1
        where f.previous <> coalesce(${expected}, f.previous - 1)`
  },
}

/** What entries that are of no plain charge are held against. */
const CHECKS: readonly RangeCheck[] = [
  {
    invariant: 'I1',
    // What does not add up here is added up in all: a posting may reach over the range, and that is no fault.
    sql: ({ table, among }) => `select s.kind || ' ' || s.transaction_id as what, s.stands, 0 as expected
      from (select e.environment, e.kind, e.transaction_id, sum(e.amount) as stands
        from ${table('ledger_entry')} e where ${among}
        group by e.environment, e.kind, e.transaction_id having sum(e.amount) <> 0 limit ${MOST_LISTED}) s
      where (select sum(w.amount) from ${table('ledger_entry')} w
        where w.transaction_id = s.transaction_id and w.kind = s.kind and w.environment = s.environment) <> 0`,
  },
  {
    invariant: 'I3',
    sql: ({
      table,
      among,
    }) => `select e.ledger_account || '/' || e.environment || ' version ' || coalesce(e.version, 0) as what,
        e.balance as stands, e.previous + e.amount as expected
      from ${table('ledger_entry')} e
      where ${among} and e.ledger_account like 'wallet:%'
        and (e.version is null or e.previous is null or e.balance is null or e.balance <> e.previous + e.amount)`,
  },
  {
    invariant: 'I11',
    sql: ({ table, among }) => `select e.kind || ' ' || e.transaction_id as what, abs(e.amount) as stands,
        case e.kind when 'charge' then c.charged else c.refunded end as expected
      from ${table('ledger_entry')} e
      left join ${table('call')} c on c.reference = e.transaction_id
      left join ${table('response')} r on r.call_id = c.id
      where ${among} and e.kind in ('charge', 'refund') and e.version is not null
        and (c.id is null or e.ledger_account <> 'wallet:' || c.account_id or e.environment <> c.environment
          or (e.kind = 'charge' and c.charged <> -e.amount) or (e.kind = 'refund' and c.refunded <> e.amount)
          or (e.kind = 'charge' and c.phase = 'answered' and r.call_id is null))`,
  },
  {
    invariant: 'I12',
    sql: (of) => `select kind || ' ' || transaction_id || ', ' || party as what, sum(stands) as stands,
        sum(expected) as expected
      from (${sharesOf(of)}) share group by kind, transaction_id, party having sum(stands) <> sum(expected)`,
  },
  {
    invariant: 'I14',
    sql: ({ table, among }) => `select e.kind || ' ' || e.transaction_id as what, null as stands, null as expected
      from ${table('ledger_entry')} e
      where ${among} and (e.actor = '' or e.request_id = '' or (e.kind in ('charge', 'refund') and e.price_version = ''))`,
  },
]
