import type { Clock, LedgerCheck, LedgerReport, VerifyOptions } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { archivePeriods } from './archive/archive-periods.ts'
import { archivedTallies } from './archive/archive-rows.ts'
import { checkCalls } from './check-calls.ts'
import { ChainCheck } from './check-chain.ts'
import { checkEntries } from './check-entries.ts'
import { checkEvents } from './check-events.ts'
import { checkRollUps } from './check-roll-ups.ts'
import { checkUnits } from './check-units.ts'
import { checkWallets } from './check-wallets.ts'
import { closePeriods } from './close-periods.ts'
import { Findings } from './findings.ts'
import { guardRound } from './guard/guard-round.ts'
import { headOf } from './period.ts'
import { Postings } from './postings.ts'
import { inSnapshot, type Snapshot } from './snapshot.ts'

/** What the ledger is checked with. */
export interface LedgerCheckOptions {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Checks of the ledger on a database: all invariants of docs/reference/reliability.md that a database can tell, from one snapshot
 * and in bounded memory, while calls go on; and the chain of closed periods.
 *
 * @example
 * const { ok, broken } = await createLedgerCheck({ database, clock }).verify()
 */
export function createLedgerCheck({ database, clock }: LedgerCheckOptions): LedgerCheck {
  const head = () => headOf(database.knex, database.table('ledger_period'))
  return {
    head,
    async verify(progress = () => undefined, options = {}) {
      const at = clock.now().getTime()
      return await inSnapshot(database, (snapshot) => verifyAll(snapshot, { at, progress, options }))
    },
    async close() {
      await closePeriods(database, clock)
      return await head()
    },
    guard: (owner) => guardRound(database, { owner, at: clock.now().getTime() }),
    archive: (before, file) => archivePeriods(database, { before, file, at: clock.now().getTime() }),
  }
}

interface Verification {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly options: VerifyOptions
  progress(done: number, of: number): void
}

async function verifyAll(snapshot: Snapshot, { at, progress, options }: Verification): Promise<LedgerReport> {
  const { head, archives = [] } = options
  const findings = new Findings()
  const [lastEntry, lastCall] = [await lastId(snapshot, 'ledger_entry'), await lastId(snapshot, 'call')]
  // Entries are read twice: in the order of writing, and wallet by wallet.
  const of = 2 * lastEntry + lastCall
  const postings = new Postings(findings)
  const chain = new ChainCheck(findings, head)
  await checkEntries({ snapshot, chain, postings, archives }, (id) => progress(Math.min(id, lastEntry), of))
  const posted = postings.tallies
  if (archives.length === 0) {
    const archived = await archivedTallies(snapshot)
    posted.charge.addAll(archived.charge)
    posted.refund.addAll(archived.refund)
    posted.funds.addAll(archived.funds)
  }
  await checkCalls(snapshot, { findings, at, lastId: lastCall, posted }, (id) => progress(lastEntry + id, of))
  let done = lastEntry + lastCall
  const { wallets, openHolds } = await checkWallets(snapshot, {
    findings,
    receivables: postings.receivables,
    progress(entries) {
      done += entries
      progress(Math.min(done, of), of)
    },
  })
  await checkEvents(snapshot, findings)
  await checkRollUps(snapshot, findings)
  await checkUnits(snapshot, findings)
  progress(of, of)
  const { broken, entries } = findings
  const found = { ok: broken.length === 0, wallets, entries, openHolds, broken }
  return {
    ...found,
    periods: chain.last.number,
    head: await headOf(snapshot.transaction, snapshot.table('ledger_period')),
  }
}

async function lastId({ transaction, table }: Snapshot, name: string): Promise<number> {
  const row: { id?: number | string | null } | undefined = await transaction(table(name)).max({ id: 'id' }).first()
  return Number(row?.id ?? 0)
}
