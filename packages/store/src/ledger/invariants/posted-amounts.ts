import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../../columns.ts'
import type { Database } from '../../connection/database.ts'
import type { EntryScope, IdRange } from '../entry-scope.ts'
import type { Findings } from '../findings.ts'
import { OF_WALLET } from './entries.ts'
import type { Tallies } from './tally.ts'

/** Credits of one page. */
const PAGE = 2_000

const OWED = `substr(ledger_account, 1, 11) = 'receivable:'`
const amountIf = (where: string): string => `sum(case when ${where} then amount else 0 end)`

const Posted = z.object({ kind: z.string(), transaction_id: z.string(), amount: Counted })

/** Adds what entries post of calls and from outside: each amount stands with its call or credit too. */
export async function tallyEntries(knex: Knex, { sql, bindings }: EntryScope, tallies: Tallies): Promise<void> {
  const postings = `select kind, transaction_id, case kind when 'charge' then -wallet when 'refund' then wallet
      when 'allotment' then given else wallet + owed end as amount
    from (select kind, transaction_id, ${amountIf(OF_WALLET)} as wallet, ${amountIf(OWED)} as owed,
        ${amountIf(`${OF_WALLET} and amount > 0`)} as given
      from (${sql}) entry where kind in ('charge', 'refund', 'credit', 'adjustment', 'conversion', 'recovery', 'allotment')
      group by environment, kind, transaction_id) posting`
  const rows: unknown = await knex.select('*').from(knex.raw(`(${postings}) posted`, bindings))
  for (const { kind, transaction_id: id, amount } of z.array(Posted).parse(rows)) {
    const { charge, refund, funds } = tallies
    const tally = kind === 'charge' ? charge : kind === 'refund' ? refund : funds
    tally.add(id, amount)
  }
}

type Tables = { readonly transaction: Knex } & Pick<Database, 'table'>
const Charged = z.object({ reference: z.string(), charged: Counted, refunded: Counted })

/** Adds what calls of a range say that they charged and refunded. */
export async function tallyCalls({ transaction, table }: Tables, range: IdRange, tallies: Tallies): Promise<void> {
  const rows: unknown = await transaction(table('call'))
    .where('id', '>', range.after)
    .where('id', '<=', range.through)
    .whereRaw('(charged <> 0 or refunded <> 0)')
    .select('reference', 'charged', 'refunded')
  for (const { reference, charged, refunded } of z.array(Charged).parse(rows)) {
    if (charged !== 0) tallies.charge.add(reference, charged)
    if (refunded !== 0) tallies.refund.add(reference, refunded)
  }
}

const Credited = z.object({ id: z.string(), amount: Counted })

/** Adds all credits and adjustments. */
export async function tallyCredits({ transaction, table }: Tables, { funds }: Tallies): Promise<void> {
  for (let after = ''; ; ) {
    const rows: unknown = await transaction(table('credit'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'amount')
    const page = z.array(Credited).parse(rows)
    for (const { id, amount } of page) funds.add(id, amount)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Exactly what is charged, refunded and credited is posted (I11). */
export function compareTallies(findings: Findings, found: Tallies, posted: Tallies): void {
  const same = (name: keyof Tallies, what: string): void =>
    findings.check(
      'I11',
      found[name].equals(posted[name]),
      () => `${found[name].count} ${what} are not the ${posted[name].count} that are posted, or not of their amounts`,
    )
  same('charge', 'charged calls')
  same('refund', 'refunded calls')
  same('funds', 'credits and adjustments')
}
