import type { SqliteStatement } from '../../connection/sqlite-connection.ts'

/** What SQLite's log has to have before it is written into the file: some thousand pages, which take 5 to 10 ms. */
const CHECKPOINT_PAGES = 1_000
/** Pages that a batch is taken to write whatever is in it, and for each of its operations: batches of 64 were found to write 72 to 114. */
const PAGES_OF_BATCH = 15
const PAGES_OF_OPERATION = 1

/** By itself SQLite writes the log into the file within the commit that made it long enough. It does so only where ours was left out or failed. */
export const AUTOMATIC_CHECKPOINT_PAGES = 4 * CHECKPOINT_PAGES

/**
 * Writes SQLite's log into the file behind a batch and not within it: its callers are told at once, and while they are answered and the next
 * calls come, the log is written.
 */
export class Checkpoints {
  #pages = 0
  #running: Promise<void> = Promise.resolve()

  /** @param statement `pragma wal_checkpoint(passive)`, on the connection of the batches. */
  constructor(private readonly statement: SqliteStatement) {}

  /** To be told when a batch has been sent to the connection, before it is done: so nothing comes between. */
  follow(operations: number): void {
    this.#pages += PAGES_OF_BATCH + PAGES_OF_OPERATION * operations
    if (this.#pages < CHECKPOINT_PAGES) return
    this.#pages = 0
    // What it did not write, the next one writes; a disk that fails is told by the batches.
    const checkpoint = this.statement.all().then(ignore, ignore)
    this.#running = this.#running.then(() => checkpoint)
  }

  /** Resolves when nothing is being written. */
  idle(): Promise<void> {
    return this.#running
  }
}

const ignore = (): void => undefined
