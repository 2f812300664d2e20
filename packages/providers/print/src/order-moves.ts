import type { OrderStatus } from './contract.ts'

/** Which state may follow which; any other move is refused (decisions.md section 8). */
export const MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['processing', 'on_hold', 'cancelled', 'failed'],
  processing: ['printed', 'on_hold', 'cancelled', 'failed'],
  on_hold: ['processing', 'cancelled', 'failed'],
  printed: ['shipped', 'failed'],
  shipped: ['delivered', 'returned', 'failed'],
  delivered: [],
  cancelled: [],
  failed: [],
  returned: [],
}

/** The way of an order that nothing stops. */
const NEXT: Readonly<Partial<Record<OrderStatus, OrderStatus>>> = {
  created: 'processing',
  on_hold: 'processing',
  processing: 'printed',
  printed: 'shipped',
  shipped: 'delivered',
}

/**
 * The moves that lead from one state to another. A fulfilment side that says "shipped" has printed before, whether or not it said
 * so: a poll sees where an order stands and not how it came there, and a callback can be lost.
 *
 * @returns Each state on the way, the last one included; null where no way leads there, so that old results move nothing back.
 * @example
 * movesBetween('processing', 'shipped') // ['printed', 'shipped']
 * movesBetween('shipped', 'processing') // null
 */
export function movesBetween(from: OrderStatus, to: OrderStatus): readonly OrderStatus[] | null {
  if (from === to) return []
  if (MOVES[from].includes(to)) return [to]
  const next = NEXT[from]
  const rest = next === undefined ? null : movesBetween(next, to)
  return next === undefined || rest === null ? null : [next, ...rest]
}

/** Whether an order can still be called off: nothing is printed yet. */
export const isCancellable = (status: OrderStatus): boolean => MOVES[status].includes('cancelled')

/** What a state means for the call that placed the order: `failed` is refunded. */
export function resultStateOf(status: OrderStatus): 'pending' | 'completed' | 'failed' {
  if (status === 'failed' || status === 'cancelled') return 'failed'
  return status === 'delivered' || status === 'returned' ? 'completed' : 'pending'
}
