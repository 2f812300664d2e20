import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import { storeErrors } from '../error-codes.ts'

/** Of the platform. `prices`: price lists, rates of commission and places in the tree. */
export const PROJECTIONS = ['prices'] as const
/** A plugin's are called `plugin/<id>`. */
type Projection = (typeof PROJECTIONS)[number] | `plugin/${string}`

const Rows = z.array(z.object({ revision: Counted }))

/** The revisions of what every process has a projection of (decision 0067), one row each. */
export class Revisions {
  readonly #here = new Map<Projection, number>()

  constructor(private readonly database: { readonly knex: Knex; table(name: string): string }) {}

  /** How often this database was told of a raise that may have been committed: so its own process sees its changes at once. */
  here(name: Projection): number {
    return this.#here.get(name) ?? 0
  }

  /** The newest revision: a read of one row. */
  async read(name: Projection): Promise<number> {
    const { knex, table } = this.database
    return changed(revisionOf(await knex(table('revision')).where({ name }).select('revision')))
  }

  /**
   * Raises a revision. Its row is locked until the commit, so changes of one projection take turns, and revisions are seen in their order:
   * who knows one knows all before it.
   *
   * @param transaction The commit of the change itself.
   * @param expected What the change was checked against; absent: against nothing.
   * @returns The new revision.
   * @throws `PRICING_CHANGED` where it is another one by now.
   */
  async raise(transaction: Knex.Transaction, name: Projection, expected?: number): Promise<number> {
    return changed(await this.raiseIf(transaction, name, expected))
  }

  /** As `raise`. @returns Null where it is another one than expected: nothing was raised. */
  async raiseIf(transaction: Knex.Transaction, name: Projection, expected?: number): Promise<number | null> {
    const of = { name, ...(expected === undefined ? {} : { revision: expected }) }
    const query = transaction(this.database.table('revision')).where(of)
    const raised = revisionOf(await query.increment('revision', 1).returning('revision'))
    if (raised === null) return null
    const ended = (): void => {
      this.#here.set(name, this.here(name) + 1)
    }
    // Before whoever writes hears of the commit; where that is lost, it may have been made.
    transaction.executionPromise.then(ended, ended)
    return raised
  }
}

const revisionOf = (rows: unknown): number | null => Rows.parse(rows)[0]?.revision ?? null

function changed(revision: number | null): number {
  if (revision === null) throw storeErrors.error('PRICING_CHANGED')
  return revision
}
