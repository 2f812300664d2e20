import type { ProviderOperation } from '@parakh/core'

/** An operation and the input that its record must be about. */
export interface Question {
  readonly name: string
  readonly operation: ProviderOperation
  readonly input: unknown
}
