import type { Billing, Environment, RecordRow, Store } from '@parakh/core'
import { OrderStatus } from '../contract.ts'
import { printErrors } from '../error-codes.ts'
import { type OrderRecord, Orders } from '../orders.ts'

/** An order as an operator of the host sees it: with whose it is. */
export interface OperatorOrder extends OrderRecord {
  readonly id: string
  readonly state: OrderStatus
  readonly accountId: string
  readonly environment: Environment
}

type Wallet = Pick<OperatorOrder, 'accountId' | 'environment'>

/** Reads an order as it is kept. */
export const readOrder = ({ id, state, value }: RecordRow, wallet: Wallet): OperatorOrder => ({
  ...Orders.definition.record.parse(JSON.parse(value)),
  ...wallet,
  id,
  state: OrderStatus.parse(state),
})

/**
 * Finds an order of whichever account: a command has none of its own, and an order's id is the reference of the call that placed it.
 *
 * @throws `ORDER_UNKNOWN`
 */
export async function findOrder(
  { billing, store }: { readonly billing: Billing; readonly store: Store },
  id: string,
): Promise<OperatorOrder> {
  const placed = await billing.findByReference(id)
  if (!placed) throw printErrors.error('ORDER_UNKNOWN', { id })
  const { accountId, environment } = placed.call
  const row = await store.records.get(Orders.id, { accountId, environment }, id)
  if (!row) throw printErrors.error('ORDER_UNKNOWN', { id })
  return readOrder(row, { accountId, environment })
}
