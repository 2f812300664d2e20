import type { Block, Environment } from '@parakh/core'

/** A document as it was issued: everything that stands on it, so that it is the same whenever it is drawn. */
export interface IssuedContent {
  /** The id of its definition, for an error. */
  readonly document: string
  /** The number printed on it: the reference of its call. */
  readonly number: string
  readonly title: string
  readonly fileName: string
  readonly blocks: readonly Block[]
  readonly environment: Environment
  readonly issuedAt: Date
  /** 16 hexadecimal digits of a keyed hash of the rest. */
  readonly fingerprint: string
  /** Where the code on it leads. */
  readonly verifyUrl: string
}
