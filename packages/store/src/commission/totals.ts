import {
  type CommissionTotals,
  ENVIRONMENTS,
  type Environment,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  micro,
  minus,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const OF = 'commission:'

/** The ledger account of what somebody earns. */
export const commissionOf = (accountId: string): string => `${OF}${accountId}`

/** Of entries of commission: in these words, so that both databases find their index. */
export const OF_COMMISSION = `substr(ledger_account, 1, 11) = '${OF}'`

/** Whose commission. */
export interface Earner {
  readonly accountId: string
  readonly environment: Environment
}
/** The accrued sum, and its part that is not final. */
type AccruedAndPending = Pick<CommissionTotals, 'accrued' | 'pending'>

/**
 * Rows of `ledger_account`, `environment`, `amount` and `pending`: roll-ups, entries that no roll-up contains yet, and what archived
 * ones left behind; and the shares of charged calls that are not completed. One statement, so one snapshot: an entry that is rolled up,
 * archived or followed by its call's completion beside it is seen once.
 *
 * @param earner Of one alone: asks for `:account`, `:environment` and `:like`.
 */
function partsOf({ table, dialect }: Pick<Database, 'table' | 'dialect'>, earner: boolean): string {
  const of = earner ? 'ledger_account = :account and environment = :environment' : OF_COMMISSION
  const accrued = (from: string, amount: string, where = of): string =>
    `select ledger_account, environment, ${amount} as amount, 0 as pending from ${table(from)} where ${where}`
  const legs = dialect === 'pg' ? 'jsonb_array_elements(cast(c.legs as jsonb)) as leg(value)' : 'json_each(c.legs) leg'
  const field = (name: string): string =>
    dialect === 'pg' ? `leg.value ->> '${name}'` : `json_extract(leg.value, '$.${name}')`
  const payee = `'${OF}' || (${field('accountId')})`
  // The text is looked at before it is parsed: most calls are of other lines.
  const own = earner ? `and c.environment = :environment and c.legs like :like and ${payee} = :account` : ''
  return [
    accrued('commission_rollup', 'amount', earner ? of : '1 = 1'),
    accrued('ledger_entry', 'amount', `${of} and rolled_up is null${earner ? ` and ${OF_COMMISSION}` : ''}`),
    accrued('closing_balance', 'balance'),
    `select ${payee}, c.environment, 0, cast(${field('amount')} as bigint) from ${table('call')} c, ${legs}
      where c.async_state = 'pending' and c.charged > 0 and c.refunded = 0 ${own}`,
  ].join(' union all ')
}

const SUMS = 'coalesce(sum(amount), 0) as accrued, coalesce(sum(pending), 0) as pending'
const Sums = z.object({ accrued: Counted.transform(micro), pending: Counted.transform(micro) })

/** The totals of an earner, from one snapshot. */
export async function readTotals(
  knex: Knex,
  database: Pick<Database, 'table' | 'dialect'>,
  { accountId, environment }: Earner,
): Promise<CommissionTotals> {
  const bound = { account: commissionOf(accountId), environment, like: `%${accountId}%` }
  const row: unknown = await knex.from(knex.raw(`(${partsOf(database, true)}) parts`, bound)).first(knex.raw(SUMS))
  return withConvertible(Sums.parse(row))
}

const Due = Sums.extend({ ledger_account: z.string(), environment: z.enum(ENVIRONMENTS) })

/** Whose commission is to be settled: a whole paisa is final, or less than nothing is. */
export async function readDue(
  knex: Knex,
  database: Pick<Database, 'table' | 'dialect'>,
): Promise<readonly (Earner & { readonly final: Money })[]> {
  const rows: unknown = await knex
    .from(knex.raw(`(${partsOf(database, false)}) parts`))
    .groupBy('ledger_account', 'environment')
    .havingRaw(`sum(amount - pending) < 0 or sum(amount - pending) >= ${MICRO_RUPEES_PER_PAISA}`)
    .orderBy(['ledger_account', 'environment'])
    .select('ledger_account', 'environment', knex.raw(SUMS))
  return z
    .array(Due)
    .parse(rows)
    .map(({ ledger_account, environment, ...totals }) => {
      return { accountId: ledger_account.slice(OF.length), environment, final: finalOf(totals) }
    })
}

/** Final commission; below zero: a shortfall. */
export const finalOf = ({ accrued, pending }: AccruedAndPending): Money => minus(accrued, pending)

/** Adds the convertible part: the whole paise of final commission. */
export function withConvertible(sums: AccruedAndPending): CommissionTotals {
  const final = finalOf(sums)
  return { ...sums, convertible: micro(Math.max(0, final - (final % MICRO_RUPEES_PER_PAISA))) }
}
