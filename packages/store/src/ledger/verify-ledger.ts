import type { LedgerReport, VerifyOptions } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Snapshot } from '../connection/snapshot.ts'
import { WITH_HOLD } from '../wallet/with-hold.ts'
import { archivedTallies } from './archive/archive-rows.ts'
import { Weights } from './archive/weighted-sums.ts'
import { archivedEntries, storedEntries } from './entry-scope.ts'
import { Findings } from './findings.ts'
import { followChain } from './follow-chain.ts'
import { callsOf, checkCalls } from './invariants/calls.ts'
import { ChainCheck } from './invariants/chain.ts'
import { checksOfAnyEntries } from './invariants/checks-of-entries.ts'
import { checkVersions } from './invariants/entries.ts'
import { findAllBroken } from './invariants/find-broken.ts'
import { compareTallies, tallyCalls, tallyCredits, tallyEntries } from './invariants/posted-amounts.ts'
import { addTallies, emptyTallies, type Tallies } from './invariants/tally.ts'
import { FIRST_PLACE, nextWallets, type WalletPlace } from './invariants/wallet-page.ts'
import { ALL_OF_A_WALLET, archivedWallets, checkWallets, lostAmong, walletsOfEntries } from './invariants/wallets.ts'
import { wholeTableChecks } from './invariants/whole-tables.ts'
import { headOf } from './period.ts'
import { nextCut } from './stable-id.ts'

/** Ids and wallets that are checked at once: so many rows does the database sort and group. */
const IDS = 20_000
const WALLETS = 2_000

/** How the ledger is verified. */
export interface Verification {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly options: VerifyOptions
  progress(done: number, of: number): void
}

/** What the parts of the whole check share. */
interface WholeCheck {
  readonly snapshot: Snapshot
  readonly findings: Findings
  readonly at: number
  /** What entries post, archived ones included. */
  readonly posted: Tallies
  /** Tells of so many ids or wallets more. */
  step(more: number): void
}

/**
 * Holds the whole ledger against every invariant, piece by piece: each piece is a few queries, and memory holds the findings and what one
 * piece gives.
 */
export async function verifyLedger(snapshot: Snapshot, verification: Verification): Promise<LedgerReport> {
  const { at, options, progress } = verification
  const counts = await countRows(snapshot)
  // Entries are read twice: by period, and by themselves.
  const of = 2 * counts.lastEntry + counts.lastCall + counts.wallets
  let done = 0
  const step = (more: number): void => {
    done = Math.min(done + more, of)
    progress(done, of)
  }
  const check: WholeCheck = { snapshot, findings: new Findings(), at, posted: emptyTallies(), step }
  const { periods, archived } = await verifyChain(check, options)
  step(counts.lastEntry - done)
  await verifyEntries(check, counts)
  await verifyCalls(check, counts.lastCall)
  await verifyWallets(check)
  check.findings.add(await findAllBroken(snapshot.transaction, wholeTableChecks(snapshot)))
  progress(of, of)
  const { broken } = check.findings
  return {
    ...{ ok: broken.length === 0, wallets: counts.wallets, entries: counts.entries + archived },
    ...{ openHolds: counts.openHolds, periods, broken },
    head: await headOf(snapshot.transaction, snapshot.table('ledger_period')),
  }
}

const Counts = z.object({
  entries: Counted,
  firstEntry: Counted,
  lastEntry: Counted,
  lastCall: Counted,
  wallets: Counted,
  openHolds: Counted,
})

async function countRows({ transaction, table }: Snapshot): Promise<z.output<typeof Counts>> {
  const of = (what: string, name: string): string => `(select ${what} from ${table(name)})`
  const columns = [
    `${of('count(*)', 'ledger_entry')} as entries`,
    `${of('coalesce(min(id), 1)', 'ledger_entry')} as "firstEntry"`,
    `${of('coalesce(max(id), 0)', 'ledger_entry')} as "lastEntry"`,
    `${of('coalesce(max(id), 0)', 'call')} as "lastCall"`,
    `${of('count(*)', 'wallet')} as wallets`,
    `(select count(*) from ${table('call')} where ${WITH_HOLD}) as "openHolds"`,
  ]
  return Counts.parse(await transaction.first(transaction.raw(columns.join(', '))))
}

/** I10, and what archives have. @returns The number of the last period, and how many entries were read from archives. */
async function verifyChain(
  { snapshot, findings, posted, step }: WholeCheck,
  { head, archives = [] }: VerifyOptions,
): Promise<{ periods: number; archived: number }> {
  const chain = new ChainCheck(findings, head)
  const weights = new Weights()
  await followChain({
    ...{ snapshot, chain, archives, step },
    async onArchived(lines) {
      const entries = archivedEntries(snapshot, lines)
      findings.add(await findAllBroken(snapshot.transaction, checksOfAnyEntries(snapshot, entries)))
      await tallyEntries(snapshot.transaction, entries, posted)
      await weights.add(snapshot, entries)
    },
  })
  if (archives.length > 0) await weights.compare(snapshot, findings)
  else addTallies(posted, await archivedTallies(snapshot))
  return { periods: chain.last.number, archived: weights.entries }
}

/** Entries of the database, some thousands at a time; and that their wallets exist. */
async function verifyEntries(
  { snapshot, findings, posted, step }: WholeCheck,
  { firstEntry, lastEntry }: { readonly firstEntry: number; readonly lastEntry: number },
): Promise<void> {
  const { transaction, dialect, table } = snapshot
  for (let after = firstEntry - 1; after < lastEntry; ) {
    const cut = await nextCut({ knex: transaction, dialect, table }, { after, last: lastEntry, ids: IDS })
    const through = cut ?? lastEntry
    const entries = storedEntries(snapshot, { after, through })
    const lost = lostAmong(snapshot, walletsOfEntries(entries))
    const checks = [
      ...checksOfAnyEntries(snapshot, entries),
      checkVersions(snapshot, entries),
      checkWallets(snapshot, lost, ALL_OF_A_WALLET),
    ]
    findings.add(await findAllBroken(transaction, checks))
    await tallyEntries(transaction, entries, posted)
    step(through - after)
    after = through
  }
}

/** Calls, some thousands at a time; and that exactly what is charged, refunded and credited is posted. */
async function verifyCalls({ snapshot, findings, at, posted, step }: WholeCheck, last: number): Promise<void> {
  const found = emptyTallies()
  for (let after = 0; after < last; after += IDS) {
    const range = { after, through: Math.min(after + IDS, last) }
    findings.add(await findAllBroken(snapshot.transaction, [checkCalls(snapshot, callsOf(snapshot, range), at)]))
    await tallyCalls(snapshot, range, found)
    step(range.through - after)
  }
  await tallyCredits(snapshot, found)
  compareTallies(findings, found, posted)
}

async function verifyWallets({ snapshot, findings, step }: WholeCheck): Promise<void> {
  const { transaction } = snapshot
  const verify = async (wallets: Parameters<typeof lostAmong>[1]): Promise<void> =>
    findings.add(await findAllBroken(transaction, [checkWallets(snapshot, wallets, ALL_OF_A_WALLET)]))
  for (let after: WalletPlace | null = FIRST_PLACE; after !== null; ) {
    const { wallets, last } = await nextWallets(snapshot, after, WALLETS)
    await verify(wallets)
    step(WALLETS)
    after = last
  }
  await verify(lostAmong(snapshot, archivedWallets(snapshot)))
}
