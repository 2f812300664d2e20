import { token } from '../token.ts'

/** An erasure as the journal has it. */
export interface JournaledErasure {
  readonly id: string
  readonly at: Date
  /** Every hash of the person at that time, each with the id of its key: `<id>.<base64url>`. The first one is under the first key. */
  readonly subjects: readonly string[]
}
/**
 * The erasures of people, outside the database: a backup that is older than an erasure does not know it. Lines are only added, and signed in a
 * chain.
 */
export interface ErasureJournal {
  /** Adds an erasure, on disk before it resolves. @throws `ERASURE_JOURNAL_BROKEN`, `ERASURE_JOURNAL_UNWRITABLE` */
  append(erasure: JournaledErasure): Promise<void>
  /** All erasures, oldest first. @throws `ERASURE_JOURNAL_BROKEN`, `ERASURE_JOURNAL_MISSING` */
  read(): Promise<readonly JournaledErasure[]>
}
/** The journal of a server; absent where none is configured. */
export const ErasureJournal = token<ErasureJournal>('core.erasure-journal')
