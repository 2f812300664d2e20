import { type AdmitOperation, type CallState, counterOf, counterText } from '@parakh/core'
import { copyCall } from './copies.ts'
import type { Draft } from './draft.ts'

/**
 * Takes a unit of a plan in the place of a price, while there are some: a hold like money (decisions.md section 10).
 *
 * @returns The counter it was taken from, as text; null: the wallet pays.
 */
export function takeUnit(draft: Draft, operation: AdmitOperation): string | null {
  const { pool, price } = operation
  if (!pool || price === 0) return null
  if (pool.limit !== null && draft.counter(operation, pool) >= pool.limit) return null
  draft.count(operation, pool, 1)
  return counterText(pool)
}

/** Gives a call's unit back, where one paid for it. @returns The call without it. */
export function giveUnitBack(draft: Draft, call: CallState): CallState {
  if (call.pool === null) return call
  draft.count(call, counterOf(call.pool), -1)
  const unpaid = copyCall(call)
  unpaid.pool = null
  return unpaid
}
