import { unlink } from 'node:fs/promises'
import type { LedgerArchive } from '@parakh/core'
import type { Knex } from 'knex'
import { takeOutOfRollUps } from '../../commission/roll-up.ts'
import type { Database } from '../../connection/database.ts'
import { storeErrors } from '../../error-codes.ts'
import { readLines } from '../entry-lines.ts'
import { archivedEntries } from '../entry-scope.ts'
import { Findings } from '../findings.ts'
import { tallyEntries } from '../invariants/posted-amounts.ts'
import { emptyTallies } from '../invariants/tally.ts'
import { ContentsHash, type Period, periodsFrom } from '../period.ts'
import { type ArchivePart, readArchive, sha256OfFile, writeArchive } from './archive-file.ts'
import { archivedThrough } from './archive-rows.ts'

const PAGE = 2_000

/** What is archived, and where to. */
export interface ArchiveRequest {
  /** Periods that were closed before. */
  readonly before: Date
  readonly file: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Moves closed periods into a file. It is written, synced and read again before it gets its name; only then are rows removed, period by
 * period in short transactions, each with the closing balances that stand for them. Ended in between, the rest stays and is archived
 * another time. Of two processes at once each period goes into the file of one: who comes second leaves it, and its own file goes where
 * nothing of it stands for a period.
 *
 * @throws `ARCHIVE_EXISTS`, `ARCHIVE_NOTHING`, `ARCHIVE_TAKEN`, `ARCHIVE_UNREADABLE`, `LEDGER_BROKEN`
 */
export async function archivePeriods(database: Database, request: ArchiveRequest): Promise<LedgerArchive> {
  const { before, file, at } = request
  const archived = await archivedNow(database)
  const periods = await periodsAfter(database, archived, before)
  const [first] = periods
  if (!first) throw storeErrors.error('ARCHIVE_NOTHING', { before: before.toISOString() })
  const { sha256, found } = await writeArchive(file, partsOf(database, periods), (partial) =>
    readAgain(database, partial, periods),
  ).catch(async (cause: unknown) => {
    // Entries that another process archived meanwhile are missing from the file: the ledger is not broken.
    throw (await archivedNow(database)) === archived ? cause : storeErrors.error('ARCHIVE_TAKEN', { file }, { cause })
  })
  let last: Found | undefined
  for (const one of found) {
    const row = { firstPeriod: first.number, sha256, tallies: one.tallies, at }
    const own = await database.write((transaction) => remove(transaction, database, { period: one.period, row }))
    if (!own) break
    last = one
  }
  if (last) return { file, firstPeriod: first.number, lastPeriod: last.period.number, entries: last.entries, sha256 }
  await unlink(file)
  throw storeErrors.error('ARCHIVE_TAKEN', { file })
}

const archivedNow = ({ knex, table }: Database): Promise<number> =>
  archivedThrough({ transaction: knex, table: (name) => table(name) })

async function periodsAfter({ knex, table }: Database, archived: number, before: Date): Promise<readonly Period[]> {
  const found = periodsFrom(await knex(table('ledger_period')).where('number', '>', archived).orderBy('number'))
  const young = found.findIndex(({ closedAt }) => closedAt >= before.getTime())
  return young === -1 ? found : found.slice(0, young)
}

async function* partsOf(database: Database, periods: readonly Period[]): AsyncGenerator<ArchivePart> {
  for (const period of periods) {
    yield { period: period.number }
    for (let after: number | null = period.afterId; after !== null; ) {
      const page = await readLines(database.knex, database, { after, through: period.throughId, limit: PAGE })
      if (page.entries > 0) yield { texts: page.texts }
      after = page.lastId
    }
  }
}

/** What a file has up to the end of a period. */
interface Found {
  readonly period: Period
  readonly entries: number
  /** What its postings add up to. */
  readonly tallies: string
}

/** Whether the file has exactly what was closed. @returns What it has after each period. */
async function readAgain(database: Database, file: string, periods: readonly Period[]) {
  const findings = new Findings()
  const tallies = emptyTallies()
  const found: Found[] = []
  const waiting = [...periods]
  let entries = 0
  for await (const { texts } of readArchive(file)) {
    const period = waiting.shift()
    if (!period) break
    const contents = new ContentsHash()
    contents.add({ texts })
    entries += contents.entries
    const same = contents.contents() === period.contents
    findings.check('I10', same, () => `period ${period.number}: its entries are not those that were closed`)
    if (same)
      for (const lines of texts.values()) await tallyEntries(database.knex, archivedEntries(database, lines), tallies)
    found.push({ period, entries, tallies: JSON.stringify(tallies) })
  }
  findings.check('I10', waiting.length === 0, () => `the file ends before period ${waiting[0]?.number}`)
  const [broken] = findings.broken
  if (broken) throw storeErrors.error('LEDGER_BROKEN', { count: findings.broken.length, ...broken })
  return { sha256: await sha256OfFile(file), found }
}

interface Removal {
  readonly period: Period
  readonly row: { readonly firstPeriod: number; readonly sha256: string; readonly tallies: string; readonly at: number }
}

/** @returns False where the file of another process stands for this period: this one does not. */
async function remove(transaction: Knex.Transaction, database: Database, { period, row }: Removal): Promise<boolean> {
  const { dialect, table } = database
  const archives = table('ledger_archive')
  if (dialect === 'pg') await transaction.raw('lock table ?? in exclusive mode', [archives])
  const own = () => transaction(archives).where({ first_period: row.firstPeriod, sha256: row.sha256 })
  if ((await archivedThrough({ transaction, table: (name) => table(name) })) !== period.number - 1)
    // The same bytes: a try of this process whose commit was not acknowledged, or a twin.
    return (await own().where('last_period', '>=', period.number).first('last_period')) !== undefined
  const kept = { last_period: period.number, tallies: row.tallies, archived_at: row.at }
  if ((await own().update(kept)) === 0)
    await transaction(archives).insert({ ...kept, first_period: row.firstPeriod, sha256: row.sha256 })
  const range = [period.afterId, period.throughId]
  await takeOutOfRollUps(transaction, database, {
    ...{ id: `archive-${period.number}`, at: row.at, after: period.afterId, through: period.throughId },
  })
  const balances = table('closing_balance')
  await transaction.raw(
    `insert into ${balances} (ledger_account, environment, balance, version)
      select ledger_account, environment, sum(amount), max(version) from ${table('ledger_entry')}
      where id > ? and id <= ? group by ledger_account, environment
      on conflict (ledger_account, environment) do update set balance = ${balances}.balance + excluded.balance,
        version = coalesce(excluded.version, ${balances}.version)`,
    range,
  )
  await transaction(table('ledger_entry')).where('id', '>', period.afterId).where('id', '<=', period.throughId).delete()
  return true
}
