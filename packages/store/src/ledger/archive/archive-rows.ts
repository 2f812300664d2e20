import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../../columns.ts'
import { addTallies, emptyTallies, KeptTallies, type Tallies } from '../invariants/tally.ts'
import { sha256OfFile } from './archive-file.ts'

interface Tables {
  readonly transaction: Knex
  table(name: string): string
}

/** The number of the last archived period; 0 where there is none. */
export async function archivedThrough({ transaction, table }: Tables): Promise<number> {
  const row: unknown = await transaction(table('ledger_archive')).max({ last: 'last_period' }).first()
  return z.object({ last: z.union([Counted, z.null()]) }).parse(row).last ?? 0
}

/** What the archived entries add to the tallies, together. */
export async function archivedTallies({ transaction, table }: Tables): Promise<Tallies> {
  const rows: unknown = await transaction(table('ledger_archive')).select('tallies')
  const sums = emptyTallies()
  for (const { tallies } of z.array(z.object({ tallies: z.string() })).parse(rows))
    addTallies(sums, KeptTallies.parse(JSON.parse(tallies)))
  return sums
}

const Range = z.object({ first_period: Counted, last_period: Counted })

/** The periods that a file stands for, by its digest; null where it is no archive of this ledger. @throws `ARCHIVE_UNREADABLE` */
export async function archiveOf(
  { transaction, table }: Tables,
  file: string,
): Promise<{ readonly sha256: string; readonly firstPeriod: number; readonly lastPeriod: number } | null> {
  const sha256 = await sha256OfFile(file)
  const row: unknown = await transaction(table('ledger_archive')).where({ sha256 }).first('first_period', 'last_period')
  if (!row) return null
  const { first_period: firstPeriod, last_period: lastPeriod } = Range.parse(row)
  return { sha256, firstPeriod, lastPeriod }
}
