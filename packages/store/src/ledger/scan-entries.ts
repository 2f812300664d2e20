import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import { type ArchivePart, readArchive } from './archive/archive-file.ts'
import { archivedThrough, archiveOf } from './archive/archive-rows.ts'
import { Weights } from './archive/weights.ts'
import type { ChainCheck } from './check-chain.ts'
import { type EntryLine, type LinePage, parseLines, readLines } from './entry-lines.ts'
import { ContentsHash, type Period, periodsFrom } from './period.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE = 2_000
const PERIODS = 500

/** What is done with the entries of a scan. */
export interface EntryScan {
  readonly snapshot: Snapshot
  readonly chain: ChainCheck
  /** Some entries, in the order of their ids within an environment. */
  onEntries(entries: readonly EntryLine[]): Promise<void>
  /** The id up to which was read. */
  progress(id: number): void
}

/**
 * Reads every entry once, period by period and then what is not closed yet, and follows the chain with what was read.
 *
 * @param archives Files of archived periods; empty: those are taken as they were closed.
 */
export async function scanEntries(scan: EntryScan, archives: readonly string[]): Promise<void> {
  const { snapshot, chain } = scan
  const { findings } = chain
  const archived = await archivedThrough(snapshot)
  const scanned = await scanArchives(scan, archives)
  for (let after = 0; ; ) {
    const page = await readPeriods(snapshot, after)
    for (const period of page) {
      chain.follow(period)
      const file = scanned.get(period.number)
      if (file !== undefined) chain.compare(period, file)
      else if (archives.length > 0 && period.number <= archived)
        findings.check('I10', false, () => `period ${period.number} is archived, and no file of it was given`)
      if (period.number > archived) chain.compare(period, await scanRange(scan, period))
    }
    const last = page.at(-1)
    if (!last) break
    after = last.number
  }
  chain.end()
  await scanRange(scan, { afterId: chain.last.throughId, throughId: null })
  await checkOutside(snapshot, chain, archived)
}

async function readPeriods({ transaction, table }: Snapshot, after: number): Promise<readonly Period[]> {
  return periodsFrom(
    await transaction(table('ledger_period')).where('number', '>', after).orderBy('number').limit(PERIODS),
  )
}

/** @returns The contents of what was read. */
async function scanRange(
  scan: EntryScan,
  { afterId, throughId }: { afterId: number; throughId: number | null },
): Promise<string> {
  const { transaction, dialect, table } = scan.snapshot
  const contents = new ContentsHash()
  for (let after: number | null = afterId; after !== null; ) {
    const page: LinePage = await readLines(transaction, { dialect, table }, { after, through: throughId, limit: PAGE })
    await take(scan, contents, page.texts)
    after = page.lastId
    if (after !== null) scan.progress(after)
  }
  return contents.contents()
}

async function take(scan: EntryScan, contents: ContentsHash, texts: ReadonlyMap<string, string>): Promise<void> {
  const { findings } = scan.chain
  const strangers = contents.add({ texts })
  findings.check('I10', strangers === 0, () => `${strangers} entries are of no environment`)
  for (const text of texts.values()) {
    const entries = parseLines(text)
    for (const { misfit } of entries)
      if (misfit !== null) findings.check('I10', false, () => `an entry cannot be read: ${misfit}`)
    const readable = entries.flatMap(({ entry }) => (entry ? [entry] : []))
    findings.entries += entries.length
    await scan.onEntries(readable)
  }
}

/** @returns The contents of archived periods, by their numbers. */
async function scanArchives(scan: EntryScan, files: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const { snapshot, chain } = scan
  const found = new Map<number, string>()
  if (files.length === 0) return found
  const weights = new Weights()
  const watching: EntryScan = {
    ...scan,
    async onEntries(entries) {
      for (const entry of entries) weights.add(entry)
      await scan.onEntries(entries)
    },
  }
  for await (const { file, kept } of distinctArchives(scan, files)) {
    let open: { readonly number: number; readonly contents: ContentsHash } | null = null
    const end = (): void => {
      if (open) found.set(open.number, open.contents.contents())
    }
    for await (const part of readArchive(file)) {
      if (isPeriod(part)) {
        end()
        // An archiving that was ended half-way left rows of later periods in the database, and their lines in this file.
        const own = kept !== null && part.period >= kept.firstPeriod && part.period <= kept.lastPeriod
        open = own ? { number: part.period, contents: new ContentsHash() } : null
      } else if (open) await take(watching, open.contents, part.texts)
    }
    end()
  }
  await weights.compare(snapshot, chain.findings)
  return found
}

/** Two processes that archived the same periods at the same time have made the same file: it counts once. */
async function* distinctArchives({ snapshot, chain }: EntryScan, files: readonly string[]) {
  const read = new Set<string>()
  for (const file of files) {
    const kept = await archiveOf(snapshot, file)
    chain.findings.check('I10', kept !== null, () => `${file} is not one of the archives of this ledger`)
    if (kept && read.has(kept.sha256)) continue
    if (kept) read.add(kept.sha256)
    yield { file, kept }
  }
}

const isPeriod = (part: ArchivePart): part is Extract<ArchivePart, { period: number }> => 'period' in part

/** Entries below the first id of any period would be read by nobody. */
async function checkOutside({ transaction, table }: Snapshot, chain: ChainCheck, archived: number): Promise<void> {
  const first: Knex.QueryBuilder = transaction(table('ledger_period'))
    .where('number', '<=', archived)
    .max({ id: 'through_id' })
  const { id } = z.object({ id: z.union([Counted, z.null()]) }).parse((await first)[0])
  const row: unknown = await transaction(table('ledger_entry'))
    .where('id', '<=', id ?? 0)
    .count({ entries: '*' })
    .first()
  const { entries } = z.object({ entries: Counted }).parse(row)
  chain.findings.check('I10', entries === 0, () => `${entries} entries stand before the first period`)
}
