import type { LedgerArchive } from '@parakh/core'
import type { Knex } from 'knex'
import { takeOutOfRollUps } from '../../commission/roll-up.ts'
import type { Database } from '../../connection/database.ts'
import { storeErrors } from '../../error-codes.ts'
import { parseLines, readLines } from '../entry-lines.ts'
import { Findings } from '../findings.ts'
import { ContentsHash, type Period, periodsFrom } from '../period.ts'
import { Postings } from '../postings.ts'
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
 * Moves closed periods into a file. It is written, synced and read again; only then are rows removed, period by period in short
 * transactions, each with the closing balances that stand for them. Ended in between, the rest stays and is archived another time.
 *
 * @throws `ARCHIVE_EXISTS`, `ARCHIVE_NOTHING`, `ARCHIVE_UNREADABLE`, `LEDGER_BROKEN`
 */
export async function archivePeriods(database: Database, request: ArchiveRequest): Promise<LedgerArchive> {
  const { before, file, at } = request
  const archived = await archivedThrough({ transaction: database.knex, table: (name) => database.table(name) })
  const periods = await periodsAfter(database, archived, before)
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw storeErrors.error('ARCHIVE_NOTHING', { before: before.toISOString() })
  await writeArchive(file, partsOf(database, periods))
  const { entries, tallies } = await readAgain(file, periods)
  const sha256 = await sha256OfFile(file)
  for (const period of periods) {
    const row = { firstPeriod: first.number, sha256, tallies: tallies.get(period.number) ?? '', at }
    await database.write((transaction) => remove(transaction, database, { period, row }))
  }
  return { file, firstPeriod: first.number, lastPeriod: last.number, entries, sha256 }
}

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

/** Whether the file has exactly what was closed. @returns What its postings add up to, after each period. */
async function readAgain(file: string, periods: readonly Period[]) {
  const findings = new Findings()
  const postings = new Postings(findings)
  const tallies = new Map<number, string>()
  const waiting = [...periods]
  let contents = new ContentsHash()
  let open: Period | undefined
  const end = (): void => {
    if (!open) return
    const same = contents.contents() === open.contents
    findings.check('I10', same, () => `period ${open?.number}: its entries are not those that were closed`)
    tallies.set(open.number, JSON.stringify(postings.tallies))
  }
  for await (const part of readArchive(file)) {
    if ('period' in part) {
      end()
      open = waiting.shift()
      contents = new ContentsHash()
      continue
    }
    contents.add(part)
    for (const text of part.texts.values())
      for (const { entry } of parseLines(text)) {
        findings.entries += 1
        if (entry) postings.add(entry)
      }
  }
  end()
  postings.end()
  findings.check('I10', waiting.length === 0, () => `the file ends before period ${waiting[0]?.number}`)
  const [broken] = findings.broken
  if (broken) throw storeErrors.error('LEDGER_BROKEN', { count: findings.broken.length, ...broken })
  return { entries: findings.entries, tallies }
}

interface Removal {
  readonly period: Period
  readonly row: { readonly firstPeriod: number; readonly sha256: string; readonly tallies: string; readonly at: number }
}

async function remove(transaction: Knex.Transaction, database: Database, { period, row }: Removal): Promise<void> {
  const { dialect, table } = database
  const archives = table('ledger_archive')
  if (dialect === 'pg') await transaction.raw('lock table ?? in exclusive mode', [archives])
  // Another process archived the same in the meantime: its file stands for these periods, and this one is none.
  if ((await archivedThrough({ transaction, table: (name) => table(name) })) !== period.number - 1)
    throw storeErrors.error('ARCHIVE_NOTHING', { before: new Date(period.closedAt).toISOString() })
  const kept = { last_period: period.number, tallies: row.tallies, archived_at: row.at }
  const own = transaction(archives).where({ first_period: row.firstPeriod, sha256: row.sha256 })
  if ((await own.update(kept)) === 0)
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
}
