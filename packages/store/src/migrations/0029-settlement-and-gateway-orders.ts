import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * What the settlement of commission asks again and again (decision 0052): which charged calls are not completed yet, and what archives
 * left of commission. Both are few among many. The first index is of a large table: it is written while batches wait. And a gateway's
 * own order of a funding, with when the gateway was asked for it (decision 0053).
 */
export const settlementAndGatewayOrders0029 = {
  name: '0029-settlement-and-gateway-orders',
  async up(knex: Knex, named: TableName): Promise<void> {
    // Knex cannot say `where` for both databases.
    await knex.raw(
      `create index ${named('call_pending')} on ${named('call')} (environment) where later = 'pending' and charged > 0`,
    )
    await knex.raw(
      `create index ${named('closing_commission')} on ${named('closing_balance')} (ledger_account, environment)
        where substr(ledger_account, 1, 11) = 'commission:'`,
    )
    await knex.schema.alterTable(named('funding'), (table) => {
      table.text('gateway_order_id').nullable()
      table.bigInteger('gateway_asked_at').nullable()
    })
  },
}
