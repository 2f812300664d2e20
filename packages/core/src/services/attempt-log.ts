import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** How an attempt at a live provider ended; `unsent`: no byte was sent, so it cannot have cost anything. */
export const ATTEMPT_OUTCOMES = ['answer', 'none', 'failed', 'unsent'] as const
/** One attempt at a live provider: retries and failovers are attempts of their own. */
export interface ProviderAttempt {
  readonly reference: string
  readonly accountId: string
  readonly environment: Environment
  readonly endpoint: string
  /** The plugin's id. */
  readonly plugin: string
  /** `pan/http#0`. */
  readonly provider: string
  readonly operation: string
  readonly outcome: (typeof ATTEMPT_OUTCOMES)[number]
  /** Milliseconds since 1970, when it ended. */
  readonly at: number
}
/** Receives the attempts of calls. A server without it books none. */
export interface AttemptLog {
  /** Never waits and never throws. */
  record(attempt: ProviderAttempt): void
}
/** The attempts of a server. */
export const AttemptLog = token<AttemptLog>('core.attempt-log')
