import { isParakhError } from '@parakh/core'

const AWAY: readonly string[] = ['STORE_UNAVAILABLE', 'MASTER_KEY_UNAVAILABLE']

/** Whether the database, or what keeps its master keys, is away: the same call may succeed later. */
export const isStoreAway = (error: unknown): boolean => isParakhError(error) && AWAY.includes(error.code)
