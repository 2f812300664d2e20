import type { SchemaTarget } from '../connection/schema-target.ts'
import { raiseSequences } from '../connection/sequences.ts'

/** Repairs databases that an earlier release copied: their sequences were behind the rows, so inserts failed (decision 0136). */
export const sequencesAfterCopy0014 = {
  name: '0014-sequences-after-copy',
  up: ({ knex, dialect, named }: SchemaTarget): Promise<void> => raiseSequences({ knex, dialect, table: named }),
}
