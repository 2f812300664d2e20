import { coreErrors, type PlatformRevision } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'

/** A plugin's are called `plugin/<id>`. */
export type RevisionName = PlatformRevision['name'] | `plugin/${string}`

const Row = z.object({ revision: Counted })

/** The revisions of what every process has a projection of (decision 0067), one row each. */
export class Revisions {
  readonly #here = new Map<RevisionName, number>()

  constructor(private readonly database: { readonly knex: Knex; table(name: string): string }) {}

  /** How often this database was told of a raise that may have been committed: so its own process sees its changes at once. */
  here(name: RevisionName): number {
    return this.#here.get(name) ?? 0
  }

  /** The newest revision: a read of one row. */
  async read(name: RevisionName): Promise<number> {
    const { knex, table } = this.database
    return Row.parse(await knex(table('revision')).where({ name }).first('revision')).revision
  }

  /**
   * Raises a revision. Its row is locked until the commit, so changes of one projection take turns, and revisions are seen in their order:
   * who knows one knows all before it.
   *
   * @param transaction The commit of the change itself.
   * @param expected What the change was checked against; absent: against nothing.
   * @returns The new revision.
   * @throws `PRICING_CHANGED` where it is another one by now: nothing was raised.
   */
  async raise(transaction: Knex.Transaction, name: RevisionName, expected?: number): Promise<number> {
    const of = { name, ...(expected === undefined ? {} : { revision: expected }) }
    const query = transaction(this.database.table('revision')).where(of)
    const [raised] = z.array(Row).parse(await query.increment('revision', 1).returning('revision'))
    if (!raised) throw coreErrors.error('PRICING_CHANGED')
    const ended = (): void => {
      this.#here.set(name, this.here(name) + 1)
    }
    // Before whoever writes hears of the commit; where that is lost, it may have been made.
    transaction.executionPromise.then(ended, ended)
    return raised.revision
  }
}
