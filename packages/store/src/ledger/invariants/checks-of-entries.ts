import type { Database } from '../../connection/database.ts'
import { type EntryScope, type IdRange, storedEntries } from '../entry-scope.ts'
import { chargedCalls, checkCalls } from './calls.ts'
import { checkCharges } from './charges.ts'
import { checkEntries, checkPostings, checkVersions } from './entries.ts'
import type { Check } from './find-broken.ts'

type Tables = Pick<Database, 'table' | 'dialect'>

/** What must be right of entries wherever they stand, in the database or in an archive. */
export const checksOfAnyEntries = (tables: Tables, entries: EntryScope): readonly Check[] => [
  checkPostings(entries),
  checkEntries(tables, entries),
  checkCharges(tables, entries),
]

/**
 * What must be right of entries of the database, the calls that they charge included.
 *
 * @param range Divides no posting (`nextCut`).
 * @param at Milliseconds since 1970: for leases.
 */
export function checksOfEntries(tables: Tables, range: IdRange, at: number): readonly Check[] {
  const entries = storedEntries(tables, range)
  return [
    ...checksOfAnyEntries(tables, entries),
    checkVersions(tables, entries),
    checkCalls(tables, chargedCalls(tables, entries), at),
  ]
}
