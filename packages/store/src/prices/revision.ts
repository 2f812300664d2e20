import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

const Revision = z.object({ revision: Counted })

/** Counts the revisions that one store has raised, so that its own process sees a change at once. */
export class Changes {
  #count = 0
  get count(): number {
    return this.#count
  }
  /** Called after the commit. */
  add(): void {
    this.#count += 1
  }
}

/**
 * Raises the revision of everything that prices go by: price lists, rates of commission, places in the tree. The row is locked until
 * the commit, so revisions are seen in their order: who knows one knows all before it.
 *
 * @param transaction The commit of the change itself.
 * @param expected What the change was checked against; absent: against nothing.
 * @returns The new revision.
 * @throws `PRICING_CHANGED` where it is another one by now.
 */
export async function raiseRevision(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  expected?: number,
): Promise<number> {
  const rows: unknown = await transaction(table('pricing_state'))
    .where({ id: 1, ...(expected === undefined ? {} : { revision: expected }) })
    .increment('revision', 1)
    .returning('revision')
  const [row] = z.array(Revision).parse(rows)
  if (!row) throw storeErrors.error('PRICING_CHANGED')
  return row.revision
}

/** The newest revision. */
export async function readRevision(knex: Knex, { table }: Pick<Database, 'table'>): Promise<number> {
  const row: unknown = await knex(table('pricing_state')).where({ id: 1 }).first('revision')
  return Revision.parse(row).revision
}
