import { type CommissionStanding, type Environment, MICRO_RUPEES_PER_PAISA, micro } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** The ledger account of what somebody earns. */
export const commissionOf = (accountId: string): string => `commission:${accountId}`

/** Of entries of commission: in these words, so that both databases find their index. */
export const OF_COMMISSION = `substr(ledger_account, 1, 11) = 'commission:'`

/**
 * What is accrued: roll-ups, the entries that no roll-up contains yet, and what archived ones left behind. One statement, so one
 * snapshot: an entry that is rolled up or archived beside it is seen once.
 */
export async function readStanding(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  of: { readonly accountId: string; readonly environment: Environment },
): Promise<CommissionStanding> {
  const where = 'ledger_account = :account and environment = :environment'
  const sums = [
    `select amount from ${table('commission_rollup')} where ${where}`,
    `select amount from ${table('ledger_entry')} where ${where} and rolled_up is null and ${OF_COMMISSION}`,
    `select balance as amount from ${table('closing_balance')} where ${where}`,
  ]
  const row: unknown = await knex
    .from(
      knex.raw(`(${sums.join(' union all ')}) parts`, {
        account: commissionOf(of.accountId),
        environment: of.environment,
      }),
    )
    .first(knex.raw('coalesce(sum(amount), 0) as accrued'))
  const { accrued } = z.object({ accrued: Counted }).parse(row)
  return standingOf(accrued)
}

/** @param accrued Micro-rupees. */
export const standingOf = (accrued: number): CommissionStanding => ({
  accrued: micro(accrued),
  convertible: micro(Math.max(0, accrued - (accrued % MICRO_RUPEES_PER_PAISA))),
})
