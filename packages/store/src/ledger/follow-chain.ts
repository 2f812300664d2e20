import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Snapshot } from '../connection/snapshot.ts'
import { readArchive } from './archive/archive-file.ts'
import { archivedThrough, archiveOf } from './archive/archive-rows.ts'
import type { ChainCheck } from './invariants/chain.ts'
import { ContentsHash, type Period, periodsFrom } from './period.ts'
import { readContents } from './read-contents.ts'

const PERIODS = 500

/** How the chain is followed. */
export interface ChainReading {
  readonly snapshot: Snapshot
  readonly chain: ChainCheck
  /** Files of archived periods; empty: those are taken as they were closed. */
  readonly archives: readonly string[]
  /** What archives have of a closed period and of one environment, as lines. */
  onArchived(lines: string): Promise<void>
  /** Tells of so many ids more. */
  step(more: number): void
}

/** Follows the chain of closed periods and reads each of them, from the database or from its archive (I10). */
export async function followChain(reading: ChainReading): Promise<void> {
  const { snapshot, chain, archives, step } = reading
  const archived = await archivedThrough(snapshot)
  const found = await readArchives(reading)
  for await (const period of periods(snapshot)) {
    chain.follow(period)
    if (period.number > archived) {
      chain.compare(period, await readContents(snapshot.transaction, snapshot, period))
      step(period.throughId - period.afterId)
      continue
    }
    const contents = found.get(period.number)
    if (contents !== undefined) chain.compare(period, contents)
    else if (archives.length > 0)
      chain.findings.check('I10', false, () => `period ${period.number} is archived, and no file of it was given`)
  }
  chain.end()
  await checkOutside(snapshot, chain, archived)
}

async function* periods({ transaction, table }: Snapshot): AsyncGenerator<Period> {
  for (let after = 0; ; ) {
    const rows = transaction(table('ledger_period')).where('number', '>', after).orderBy('number').limit(PERIODS)
    const page = periodsFrom(await rows)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.number
  }
}

/** @returns The contents of archived periods, by their numbers. */
async function readArchives(reading: ChainReading): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  for await (const { file, firstPeriod, lastPeriod } of distinctArchives(reading))
    for await (const { number, texts } of readArchive(file)) {
      // An archiving that was ended half-way left rows of later periods in the database, and their lines in this file.
      if (number < firstPeriod || number > lastPeriod) continue
      const contents = new ContentsHash()
      contents.add({ texts })
      found.set(number, contents.contents())
      if (await isClosedAs(reading.snapshot, number, found.get(number)))
        for (const lines of texts.values()) await reading.onArchived(lines)
    }
  return found
}

/** Two processes that archived the same periods at the same time have made the same file: it counts once. */
async function* distinctArchives({ snapshot, chain, archives }: ChainReading) {
  const read = new Set<string>()
  for (const file of archives) {
    const kept = await archiveOf(snapshot, file)
    chain.findings.check('I10', kept !== null, () => `${file} is not one of the archives of this ledger`)
    if (kept && read.has(kept.sha256)) continue
    if (kept) read.add(kept.sha256)
    // What is no archive of this ledger stands for no period, and is read to tell a damaged file from another's.
    yield { file, ...(kept ?? { firstPeriod: 1, lastPeriod: 0 }) }
  }
}

const isClosedAs = async ({ transaction, table }: Snapshot, number: number, contents = ''): Promise<boolean> =>
  (await transaction(table('ledger_period')).where({ number, contents }).first('number')) !== undefined

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
