import * as z from 'zod'
import { Counted } from '../columns.ts'
import { storeErrors } from '../error-codes.ts'
import { entriesOf, type NumberedEntries } from './border-version.ts'

/** What archived entries of a wallet came to. */
export interface ArchivedStanding {
  /** The last archived version; 0 where none was archived. */
  readonly version: number
  /** Micro-rupees. */
  readonly balance: number
}
const Closing = z.object({ version: z.union([Counted, z.null()]), balance: Counted })
const Archive = z.object({ last_period: Counted, first_period: Counted, sha256: z.string(), closed_at: Counted })

/**
 * Makes sure that all entries of a wallet since a time are in the database. What was archived stands in a closing balance, which is
 * what there was before the oldest entry that is left.
 *
 * @param from Milliseconds since 1970.
 * @throws `STATEMENT_ARCHIVED`, naming the archive.
 */
export async function requireCompleteFrom(entries: NumberedEntries, from: number): Promise<ArchivedStanding> {
  const { snapshot, ledgerAccount, environment } = entries
  const { transaction, table } = snapshot
  const closing: unknown = await transaction(table('closing_balance'))
    .where({ ledger_account: ledgerAccount, environment })
    .first('version', 'balance')
  if (closing === undefined) return { version: 0, balance: 0 }
  const { version, balance } = Closing.parse(closing)
  const standing = { version: version ?? 0, balance }
  if (await isOlderKept(entries, from)) return standing
  // The newest archived period: nothing in it is later than its closing.
  const row: unknown = await transaction({ a: table('ledger_archive') })
    .join({ p: table('ledger_period') }, 'p.number', 'a.last_period')
    .orderBy('a.last_period', 'desc')
    .first('a.last_period', 'a.first_period', 'a.sha256', 'p.closed_at')
  const archive = Archive.parse(row)
  if (archive.closed_at <= from) return standing
  throw storeErrors.error('STATEMENT_ARCHIVED', {
    archive: `periods ${archive.first_period} to ${archive.last_period}, SHA-256 ${archive.sha256}`,
    closed: new Date(archive.closed_at).toISOString(),
  })
}

/** Whether the oldest entry that is left was written before the time: then all since are left too. */
async function isOlderKept(entries: NumberedEntries, from: number): Promise<boolean> {
  const row: unknown = await entriesOf(entries).orderBy('version').first('at')
  return row !== undefined && z.object({ at: Counted }).parse(row).at < from
}
