import type { Clock, Ids } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import type { KeyedHashes } from '../secrets/keyed-hash.ts'

/** What keys are made from. */
export interface KeysOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Of the peppers. */
  readonly hashes: KeyedHashes
  /** API keys that an account has at most at one time. Default: 100. */
  readonly keysPerAccount?: number | undefined
}
