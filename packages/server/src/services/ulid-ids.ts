import type { Clock, Ids } from '@parakh/core'
import { monotonicFactory } from 'ulid'

/**
 * ULIDs that rise within this server, also within one millisecond.
 *
 * @param clock Gives their time.
 */
export function ulidIds(clock: Clock): Ids {
  const make = monotonicFactory()
  return { next: () => make(clock.now().getTime()) }
}
