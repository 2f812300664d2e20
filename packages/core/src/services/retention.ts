import { token } from '../token.ts'

/** What law asks to keep although a person asks for its erasure. */
export interface ErasureRefusal {
  /** Days after the call, by the purpose of its consent or by its endpoint. */
  readonly keepDays: Readonly<Record<string, number>>
  /** The law, for the refusal. */
  readonly reason: string
}
/** How long a host keeps things, in days, as its configuration says. */
export interface Retention {
  /** Stored answers, for the same request id. */
  readonly replayDays: number
  /** Rows of the usage log. */
  readonly usageDays: number
  /** How long rows of the usage log are visible. */
  readonly usageVisibleDays: number
  /** Events after they were delivered. */
  readonly eventDays: number
  /** Rows of the index of people, which are also the records of consent; null: without end. */
  readonly consentDays: number | null
  /** Null: every call is erased. */
  readonly erasure: ErasureRefusal | null
}
/** The retention of a server. */
export const Retention = token<Retention>('core.retention')
