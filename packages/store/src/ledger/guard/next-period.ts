import type { BrokenInvariant } from '@parakh/core'
import type { Snapshot } from '../../connection/snapshot.ts'
import { archivedThrough } from '../archive/archive-rows.ts'
import { Findings } from '../findings.ts'
import { ChainCheck } from '../invariants/chain.ts'
import { GENESIS, type Period, periodsFrom } from '../period.ts'
import { readContents } from '../read-contents.ts'

/**
 * Reads the next closed period again (I10); after the last, the first that is not archived.
 *
 * @param after Number of the period that was read before.
 * @returns Its number; 0 where there is none.
 */
export async function readNextPeriod(snapshot: Snapshot, after: number, broken: BrokenInvariant[]): Promise<number> {
  const { transaction, table } = snapshot
  const archived = await archivedThrough(snapshot)
  const from = async (number: number): Promise<readonly Period[]> =>
    periodsFrom(await transaction(table('ledger_period')).where('number', '>=', number).orderBy('number').limit(2))
  const isAfter = (before: number) => (period: Period) => period.number > before
  let before = Math.max(after, archived)
  let found = await from(before)
  if (!found.some(isAfter(before)) && before > archived) {
    before = archived
    found = await from(before)
  }
  const period = found.find(isAfter(before))
  if (!period) return 0
  const findings = new Findings()
  const chain = new ChainCheck(findings, undefined, found.find(({ number }) => number === before) ?? GENESIS)
  chain.follow(period)
  chain.compare(period, await readContents(transaction, snapshot, period))
  broken.push(...findings.broken)
  return period.number
}
