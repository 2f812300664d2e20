import type { Clock, Decide, Ids, KeyProvider, Logger, Money, Scope } from '@parakh/core'
import type { DatabaseOptions } from './connection/database-options.ts'
import type { KeyedSecret } from './secrets/keyed-secret.ts'

/** What a store is made from. */
export interface StoreOptions {
  readonly database: DatabaseOptions
  /** Stands before every table's name; `parakh_` unless given. */
  readonly tablePrefix?: string
  /** The pure function behind every batch: `decide` of @parakh/kernel. */
  readonly decide: Decide
  readonly secrets: {
    /** The first makes hashes, all are recognised. */
    readonly pepper: readonly KeyedSecret[]
    /** Of the index of people: the first makes hashes, all are searched. Absent or empty: the peppers do. */
    readonly subjectKeys?: readonly KeyedSecret[]
    /** 32 bytes in base64, or key providers: the first wraps data keys, all unwrap. */
    readonly masterKey: readonly KeyedSecret[] | readonly KeyProvider[]
  }
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  /** Granted to each new account's sandbox wallet; 100 rupees unless given. */
  readonly sandboxCredit?: Money
  /** API keys that an account has at most at one time; 100 unless given. */
  readonly keysPerAccount?: number
  readonly batch?: {
    /** Operations of one batch at most; 128 unless given. */
    readonly maxSize?: number
    /** How long a new call may wait for its batch to begin, in milliseconds; longer, and it is refused. Any time unless given. */
    readonly longestWaitMs?: number
  }
  /** What an admin credential may be given, besides `*`: the scopes of the host. Default: none. */
  readonly scopes?: readonly Scope[]
  /** True: a PostgreSQL that may lose commits is refused; else it is a warning in the log. */
  readonly requireDurable?: boolean
}
