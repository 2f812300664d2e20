import type { Price } from '@parakh/core'

/** What an entry of `live` says of its source, besides the provider's own options. */
export interface SourceEntry {
  /** `pan/acme`: its circuit breaker, its attempts. Without a name its place, `pan/http#0`. */
  readonly id: string
  /** `pan/http#0`, with a name too: what it took before it was given one. */
  readonly placeId: string
  /** Null: it has none. */
  readonly name: string | null
  readonly authorised: boolean
  /** By operation, `NAME.status` too. */
  readonly costs: Readonly<Record<string, Price>>
  /** Requests in a day in India; null: as many as come. */
  readonly dailyCap: number | null
}
