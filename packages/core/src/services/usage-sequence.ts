import { token } from '../token.ts'

/** The ids of the usage log's rows, which ascend: for whoever reads each row once, by statements on `platform.usage`. */
export interface UsageSequence {
  /** The highest id that was drawn; 0: none yet. A row of it may not be committed. */
  newest(): Promise<number>
  /**
   * An id at and below which no row will appear any more. Rows by their ids are quick to find after it was asked.
   *
   * @returns Null: a transaction that may still write one does not end (PostgreSQL). Ask again later.
   */
  settled(): Promise<number | null>
}
/** The ids of the usage log of a server. */
export const UsageSequence = token<UsageSequence>('core.usage-sequence')
