import type { BrokenInvariant } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'

/** So many rows are listed of one invariant and query; a ledger that is broken all over must not fill the memory. */
const MOST_LISTED = 100

/** One invariant of docs/reference/reliability.md, in SQL over the columns of a row. */
export interface Invariant {
  /** `I1` to `I15`. */
  readonly name: string
  /** True of every row; where it is false or unknown (null), the invariant is broken. */
  readonly holds: string
  /** The text that tells of a row of which it is not true. */
  readonly finding: string
}

/** Rows, and the invariants that hold for each of them. Whoever asks chooses the rows; the invariants are the same. */
export interface Check {
  /** A query. */
  readonly rows: string
  /** Values of the names in the query. */
  readonly bindings?: Readonly<Record<string, string | number>>
  readonly invariants: readonly Invariant[]
}

const Broken = z.array(z.object({ invariant: z.string(), detail: z.string() }))

/**
 * Which invariants are broken. The database does the work, and a sound ledger gives back no row.
 *
 * @param knex Of the database, or a transaction.
 */
export async function findBroken(
  knex: Knex,
  { rows, bindings = {}, invariants }: Check,
): Promise<readonly BrokenInvariant[]> {
  const found = invariants.map(
    ({ name, holds, finding }, nth) =>
      `select * from (select '${name}' as invariant, coalesce(${finding}, 'a row without its values') as detail
        from checked where (${holds}) is not true limit ${MOST_LISTED}) broken_${nth}`,
  )
  // Else SQLite would make the rows anew for each invariant; for a single one they need no place.
  const materialized = invariants.length > 1 ? 'materialized' : ''
  const sql = `with checked as ${materialized} (${rows}) ${found.join(' union all ')}`
  return Broken.parse(await knex.select('*').from(knex.raw(`(${sql}) found`, bindings)))
}

/** As {@link findBroken}, of several checks, one after the other. */
export async function findAllBroken(knex: Knex, checks: readonly Check[]): Promise<readonly BrokenInvariant[]> {
  const broken: BrokenInvariant[] = []
  for (const check of checks) broken.push(...(await findBroken(knex, check)))
  return broken
}

/** SQL that shows a value that may be null. */
export const shown = (value: string): string => `coalesce(cast(${value} as text), 'none')`
