import { randomFillSync } from 'node:crypto'
import type { Clock, Ids } from '@parakh/core'
import { monotonicFactory } from 'ulid'

const POOL_BYTES = 4_096

/** Random fractions, drawn from the system in pools: a ULID wants 16 of them, and one draw costs as much as one pool. */
function pooledRandom(): () => number {
  const pool = new Uint8Array(POOL_BYTES)
  let next = POOL_BYTES
  return () => {
    if (next === POOL_BYTES) {
      randomFillSync(pool)
      next = 0
    }
    const byte = pool[next] ?? 0
    next += 1
    return byte / 256
  }
}

/**
 * ULIDs that rise within this server, also within one millisecond.
 *
 * @param clock Gives their time.
 */
export function ulidIds(clock: Clock): Ids {
  const make = monotonicFactory(pooledRandom())
  return { next: () => make(clock.now().getTime()) }
}
