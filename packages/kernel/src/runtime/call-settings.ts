import type { ErasureRefusal, Price } from '@parakh/core'

/** What the calls of a host go by. */
export interface CallSettings {
  /** Calls per 60 s per key: on one endpoint; in all, by environment; and in flight together. */
  readonly limits: {
    readonly perEndpoint: number
    readonly sandbox: number
    readonly production: number
    readonly inFlight: number
    /** Of all keys of an account in an environment, beside those of each key; absent: no limit. */
    readonly account?: number | undefined
    /** Of one client address, in one process; absent: no limit. */
    readonly address?: number | undefined
  }
  /** Failed credentials per 60 s of one pair of address and key. */
  readonly failedAuth: number
  /** Failed credentials and unknown paths per 60 s of one client address, in one process. */
  readonly unknownKeys: number
  /** Whether legacy endpoints need the query `api_key` of a caller who proves a key (`required`), check it where it is sent, or take it alone. */
  readonly legacyQueryKey: 'required' | 'optional' | 'sufficient'
  /** HTTP status of an upstream failure in the legacy envelope. */
  readonly legacyUpstreamStatus: 400 | 503
  /** All attempts of one call, in milliseconds. */
  readonly deadlineMs: number
  /** How long a hold lasts, in milliseconds: longer than the deadline and settling. */
  readonly leaseMs: number
  /** How long a call waits for one with the same request id, in milliseconds. */
  readonly waitMs: number
  /** How long stored answers are kept, in days. */
  readonly replayDays: number
  /** How long rows of the usage log are kept, in days. */
  readonly usageDays: number
  /** How long rows of the usage log are visible, in days. Default: as long as they are kept. */
  readonly usageVisibleDays?: number
  /** How the addresses of callers are kept in the usage log and the index of people. Default: `whole`. */
  readonly keptAddresses?: 'whole' | 'truncated' | 'hashed'
  /** How long events are kept after they were delivered, in days; 30 unless given. */
  readonly eventDays?: number
  /** How long rows of the index of people are kept, which are also the records of consent, in days; absent or null: without end. */
  readonly consentDays?: number | null
  /** What law asks to keep although a person asks for its erasure; absent: nothing. */
  readonly erasure?: ErasureRefusal | null
  /** Follow-up jobs that a process runs at the same time; 10 unless given. */
  readonly jobConcurrency?: number
  /** Prices of the configuration, by sold item (`pan-details`, `company-details#basic`): checked here, applied by `Pricing`. */
  readonly priceOverrides: Readonly<Record<string, Price>>
  /** Endpoints that are not offered, by id. What earlier calls of them left is followed to its end all the same. */
  readonly switchedOff?: readonly string[]
}
