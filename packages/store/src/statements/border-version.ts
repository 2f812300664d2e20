import type { Environment } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Snapshot } from '../connection/snapshot.ts'

/** The entries of one wallet, numbered by their versions. */
export interface NumberedEntries {
  readonly snapshot: Snapshot
  /** `wallet:<account>`. */
  readonly ledgerAccount: string
  readonly environment: Environment
}

/**
 * Entries beside the one that was found that are looked at besides: times follow versions but for what waited for its commit, and
 * what clocks of several processes differ.
 */
const BESIDE = 1_000
const Least = z.object({ version: z.union([Counted, z.null()]) })

/** Entries of a wallet. The index of versions has them in their order. */
export const entriesOf = ({ snapshot, ledgerAccount, environment }: NumberedEntries): Knex.QueryBuilder =>
  snapshot
    .transaction(snapshot.table('ledger_entry'))
    .where({ ledger_account: ledgerAccount, environment })
    .whereNotNull('version')

const endOf = async (entries: NumberedEntries, direction: 'asc' | 'desc'): Promise<number | null> => {
  const row: unknown = await entriesOf(entries).orderBy('version', direction).first('version')
  return row === undefined ? null : z.object({ version: Counted }).parse(row).version
}

/**
 * The version with which a time begins: the first entry at or after it. All entries with higher versions come after it, whatever
 * their times say, so that each entry stands on one side of a border for good. Found by halving: some twenty entries are read,
 * however many a wallet has.
 *
 * @param at Milliseconds since 1970.
 * @returns One above the last version where there is no such entry; null where the wallet has no entries.
 */
export async function borderVersion(entries: NumberedEntries, at: number): Promise<number | null> {
  const [first, last] = [await endOf(entries, 'asc'), await endOf(entries, 'desc')]
  if (first === null || last === null) return null
  let low = first
  let high = last + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await timeOf(entries, middle)) >= at) high = middle
    else low = middle + 1
  }
  return await earliestBeside(entries, { version: low, at })
}

async function timeOf(entries: NumberedEntries, version: number): Promise<number> {
  const row: unknown = await entriesOf(entries).where({ version }).first('at')
  return z.object({ at: Counted }).parse(row).at
}

async function earliestBeside(
  entries: NumberedEntries,
  { version, at }: { readonly version: number; readonly at: number },
): Promise<number> {
  for (let earliest = version; ; ) {
    const row: unknown = await entriesOf(entries)
      .whereBetween('version', [earliest - BESIDE, earliest - 1])
      .where('at', '>=', at)
      .min({ version: 'version' })
      .first()
    const { version: earlier } = Least.parse(row)
    if (earlier === null) return earliest
    earliest = earlier
  }
}
