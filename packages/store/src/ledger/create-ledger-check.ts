import type { Clock, LedgerCheck } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { inCheckSnapshot } from '../connection/snapshot.ts'
import { archivePeriods } from './archive/archive-periods.ts'
import { closePeriods } from './close-periods.ts'
import { guardRound } from './guard/guard-round.ts'
import { headOf } from './period.ts'
import { verifyLedger } from './verify-ledger.ts'

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
      return await inCheckSnapshot(database, (snapshot) => verifyLedger(snapshot, { at, progress, options }))
    },
    async close() {
      await closePeriods(database, clock)
      return await head()
    },
    guard: (owner) => guardRound(database, { owner, at: clock.now().getTime() }),
    archive: (before, file) => archivePeriods(database, { before, file, at: clock.now().getTime() }),
  }
}
