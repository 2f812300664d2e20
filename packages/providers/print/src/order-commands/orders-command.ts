import { Accounts, defineCommand, ENVIRONMENTS, type RecordStore, Store } from '@parakh/core'
import * as z from 'zod'
import { OrderStatus } from '../contract.ts'
import { Orders } from '../orders.ts'
import { type OperatorOrder, readOrder } from './find-order.ts'

const PAGE_SIZE = 100

interface OrderQuery extends Pick<OperatorOrder, 'accountId' | 'environment' | 'state'> {
  readonly records: RecordStore
}

async function ordersOf({ records, state, ...wallet }: OrderQuery): Promise<readonly OperatorOrder[]> {
  const found: OperatorOrder[] = []
  let cursor: string | null = null
  do {
    const page = await records.page(Orders.id, wallet, { cursor, limit: PAGE_SIZE, state })
    found.push(...page.items.map((row) => readOrder(row, wallet)))
    cursor = page.next
  } while (cursor !== null)
  return found
}

/**
 * `parakh print orders`: what is to be done, over all accounts, the oldest first. No names and no addresses: `parakh print show`
 * has them.
 *
 * Answers `{ orders: [{ order_id, account_id, status, product_code, quantity, shipping_method, placed_at }] }`.
 */
export const ordersCommand = defineCommand({
  name: 'orders',
  summary: 'List the orders of all accounts that are in one state',
  args: z.object({
    status: OrderStatus.default('created').describe('created unless given'),
    environment: z.enum(ENVIRONMENTS).default('production').describe('production unless given'),
  }),
  needs: { accounts: Accounts, store: Store },
  async run({ args: { status, environment }, accounts, store, progress }) {
    const all = await accounts.list()
    const found: OperatorOrder[] = []
    for (const [done, { id: accountId }] of all.entries()) {
      progress(done, all.length)
      found.push(...(await ordersOf({ records: store.records, accountId, environment, state: status })))
    }
    return {
      orders: found
        .sort((one, other) => (one.placed_at < other.placed_at ? -1 : 1))
        .map(({ id, accountId, state, product_code, quantity, shipping_method, placed_at }) => ({
          ...{ order_id: id, account_id: accountId, status: state },
          ...{ product_code, quantity, shipping_method, placed_at },
        })),
    }
  },
})
