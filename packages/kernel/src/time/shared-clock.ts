import { Clock, Logger, type Service, SharedClock, Store, service, token } from '@parakh/core'
import { DatabaseClock } from './database-clock.ts'

/** The clock that a host goes by. */
export interface FollowedClock {
  readonly clock: Clock
  /** Null where the store has no time of its own. */
  readonly database: DatabaseClock | null
}
/** The clock of the host's own parts. */
export const FollowedClock = token<FollowedClock>('kernel.followed-clock')

/** What calls go by is the time of the database, where it has one; the rest goes by the host's. */
export const sharedClocks: readonly Service[] = [
  service(FollowedClock, { clock: Clock, store: Store, logger: Logger }, async ({ clock, store: { now }, logger }) => {
    if (!now) return { clock, database: null }
    const database = new DatabaseClock({ host: clock, read: now, logger })
    await database.begin()
    return { clock: database, database }
  }),
  service(SharedClock, { followed: FollowedClock }, ({ followed }) => followed.clock),
]
