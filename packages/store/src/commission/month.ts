import {
  type CommissionLine,
  type CommissionMonth,
  type Money,
  type MonthlyCommission,
  micro,
  minus,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { commissionOf, OF_COMMISSION } from './totals.ts'

/** What went to the wallet, and came back from it. */
const OF_WALLETS: ReadonlySet<string> = new Set(['conversion', 'recovery'])

const Line = z.object({ kind: z.string(), endpoint: z.string().nullable(), entries: Counted, amount: Counted })
type Line = z.output<typeof Line>

/**
 * Commission of a month, added up from the ledger and the calls that its entries are of.
 *
 * @throws `COMMISSION_ARCHIVED` where entries of that time, or of a later one, are in an archive.
 */
export async function readMonth(
  knex: Knex,
  database: Pick<Database, 'table'>,
  month: CommissionMonth,
): Promise<MonthlyCommission> {
  await refuseArchived(knex, database, month)
  const lines = await readLines(knex, database, month)
  const sum = (holds: (kind: string) => boolean): Money =>
    micro(lines.filter(({ kind }) => holds(kind)).reduce((total, { amount }) => total + amount, 0))
  const earned = sum((kind) => kind === 'charge')
  const converted = minus(
    zero,
    sum((kind) => OF_WALLETS.has(kind)),
  )
  const reversed = minus(
    zero,
    sum((kind) => kind !== 'charge' && !OF_WALLETS.has(kind)),
  )
  const opening = await readOpening(knex, database, month)
  const closing = micro(opening + earned - reversed - converted)
  return { opening, lines: byEndpoint(lines), earned, reversed, converted, closing }
}

function entries(knex: Knex, { table }: Pick<Database, 'table'>, of: CommissionMonth): Knex.QueryBuilder {
  return knex({ e: table('ledger_entry') })
    .where('e.ledger_account', commissionOf(of.accountId))
    .where('e.environment', of.environment)
    .whereRaw(OF_COMMISSION.replace('ledger_account', 'e.ledger_account'))
}

async function readLines(
  knex: Knex,
  database: Pick<Database, 'table'>,
  month: CommissionMonth,
): Promise<readonly Line[]> {
  const rows: unknown = await entries(knex, database, month)
    .where('e.at', '>=', month.from)
    .where('e.at', '<', month.until)
    .leftJoin({ c: database.table('call') }, 'c.reference', 'e.transaction_id')
    .groupBy('e.kind', 'c.endpoint')
    .orderBy([{ column: 'c.endpoint' }, { column: 'e.kind' }])
    .select('e.kind as kind', 'c.endpoint as endpoint')
    .count({ entries: '*' })
    .sum({ amount: 'e.amount' })
  return z.array(Line).parse(rows)
}

/** What earlier entries come to, archived ones by what they left behind. */
async function readOpening(knex: Knex, database: Pick<Database, 'table'>, month: CommissionMonth): Promise<Money> {
  const before: unknown = await entries(knex, database, month)
    .where('e.at', '<', month.from)
    .sum({ amount: 'e.amount' })
    .first()
  const archived: unknown = await knex(database.table('closing_balance'))
    .where({ ledger_account: commissionOf(month.accountId), environment: month.environment })
    .first('balance as amount')
  const Amount = z.object({ amount: z.union([Counted, z.null()]) })
  return micro((Amount.parse(before).amount ?? 0) + (Amount.optional().parse(archived)?.amount ?? 0))
}

/** Periods are closed some minutes after their entries: one that was archived and closed after the month began may hold some of it. */
async function refuseArchived(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  { from, accountId, environment }: CommissionMonth,
): Promise<void> {
  const archived: unknown = await knex({ p: table('ledger_period') })
    .whereIn('p.number', knex(table('ledger_archive')).max('last_period'))
    .where('p.closed_at', '>=', from)
    .first('p.number as period')
  if (!archived) return
  const { period } = z.object({ period: Counted }).parse(archived)
  throw storeErrors.error('COMMISSION_ARCHIVED', { account: accountId, environment, period })
}

function byEndpoint(lines: readonly Line[]): readonly CommissionLine[] {
  const found = new Map<string, CommissionLine>()
  for (const { kind, endpoint, entries: count, amount } of lines) {
    if (endpoint === null) continue
    const line = found.get(endpoint) ?? { endpoint, calls: 0, earned: micro(0), refunds: 0, reversed: micro(0) }
    found.set(
      endpoint,
      kind === 'charge'
        ? { ...line, calls: line.calls + count, earned: micro(line.earned + amount) }
        : { ...line, refunds: line.refunds + count, reversed: micro(line.reversed - amount) },
    )
  }
  return [...found.values()]
}
