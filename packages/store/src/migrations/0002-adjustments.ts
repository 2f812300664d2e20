import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * Why a posting was made (refunds and adjustments), and what a wallet owes. A wallet that owes has nothing available: what comes in
 * repays it first (decision 0011). One statement form serves both databases.
 */
export const adjustments0002 = {
  name: '0002-adjustments',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.raw(`alter table ${named('ledger_entry')} add column reason text`)
    await knex.raw(
      `alter table ${named('wallet')} add column owed bigint not null default 0
        constraint ${named('wallet_owed')} check (owed >= 0 and (owed = 0 or posted = held))`,
    )
  },
}
