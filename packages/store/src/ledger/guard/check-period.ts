import type { BrokenInvariant } from '@parakh/core'
import type { Database } from '../../connection/database.ts'
import { archivedThrough } from '../archive/archive-rows.ts'
import { ChainCheck } from '../check-chain.ts'
import { readLines } from '../entry-lines.ts'
import { Findings } from '../findings.ts'
import { ContentsHash, GENESIS, type Period, periodsFrom } from '../period.ts'
import { inSnapshot, type Snapshot } from '../snapshot.ts'

const PAGE = 2_000

/**
 * Reads the next closed period again (I10); after the last, the first that is not archived.
 *
 * @param after Number of the period that was read before.
 * @returns Its number; 0 where there is none.
 */
export async function checkPeriod(
  database: Database,
  after: number,
): Promise<{ broken: readonly BrokenInvariant[]; number: number }> {
  // One snapshot: an archiving beside it takes the entries of a period away between two statements.
  return await inSnapshot(database, (snapshot) => readAgain(snapshot, after))
}

async function readAgain(
  snapshot: Snapshot,
  after: number,
): Promise<{ broken: readonly BrokenInvariant[]; number: number }> {
  const { transaction, table } = snapshot
  const archived = await archivedThrough(snapshot)
  const next = async (before: number): Promise<readonly Period[]> =>
    periodsFrom(await transaction(table('ledger_period')).where('number', '>=', before).orderBy('number').limit(2))
  const isAfter = (before: number) => (period: Period) => period.number > before
  let before = Math.max(after, archived)
  let found = await next(before)
  if (!found.some(isAfter(before)) && before > archived) {
    before = archived
    found = await next(before)
  }
  const period = found.find(isAfter(before))
  if (!period) return { broken: [], number: 0 }
  const findings = new Findings()
  const chain = new ChainCheck(findings, undefined, found.find(({ number }) => number === before) ?? GENESIS)
  chain.follow(period)
  chain.compare(period, await contentsOf(snapshot, period))
  return { broken: findings.broken, number: period.number }
}

async function contentsOf({ transaction, dialect, table }: Snapshot, { afterId, throughId }: Period): Promise<string> {
  const contents = new ContentsHash()
  for (let after: number | null = afterId; after !== null; ) {
    const page = await readLines(transaction, { dialect, table }, { after, through: throughId, limit: PAGE })
    contents.add(page)
    after = page.lastId
  }
  return contents.contents()
}
