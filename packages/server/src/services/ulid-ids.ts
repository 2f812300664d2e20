import { randomFillSync } from 'node:crypto'
import type { Clock, Ids } from '@parakh/core'
import { monotonicFactory } from 'ulid'

const POOL_BYTES = 4_096

/** Random fractions from a pool: a ULID needs 16, and filling a pool costs as much as one draw. */
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
 * ULIDs that are monotonic within this server, also within one millisecond.
 *
 * @param clock Their timestamps.
 */
export function ulidIds(clock: Clock): Ids {
  const make = monotonicFactory(pooledRandom())
  return { next: () => make(clock.now().getTime()) }
}
