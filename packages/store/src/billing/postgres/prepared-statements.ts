import type { OpenedDatabase } from '../../connection/database.ts'
import { changesSql, extrasSql, lockedSql, lockSql, readSql } from './sql.ts'
import type { Named } from './write-batch.ts'

/**
 * Batches of this process after which plans are made anew. A table that was analysed while it was empty is taken for empty until the next
 * analysis, so that a plan of that time reads all of its rows for each batch. A new plan knows how large the file is.
 */
const PLANNED_ANEW_AT = [64, 1_024, 16_384]

/** What a batch is made of, each prepared once by a connection. */
export interface Statements {
  readonly lock: Named
  readonly read: Named
  readonly changes: Named
  readonly extras: Named
  readonly locked: Named
}

/** The statements of the batches, which a connection prepares by their names (decision 0040). */
export class PreparedStatements {
  #batches = 0
  #statements: Statements

  constructor(private readonly database: OpenedDatabase) {
    this.#statements = this.#named(0)
  }

  /** For one more batch. */
  next(): Statements {
    this.#batches += 1
    if (PLANNED_ANEW_AT.includes(this.#batches)) this.#statements = this.#named(this.#batches)
    return this.#statements
  }

  #named(batch: number): Statements {
    const { database } = this
    const named = (name: string, text: string): Named => ({
      name: database.table(`batch_${name}_${batch}`),
      label: `batch_${name}`,
      text,
    })
    return {
      lock: named('lock', lockSql(database)),
      read: named('read', readSql(database)),
      changes: named('changes', changesSql(database)),
      extras: named('extras', extrasSql(database)),
      locked: named('locked', lockedSql(database)),
    }
  }
}
