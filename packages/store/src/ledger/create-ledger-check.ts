import type { Clock, LedgerCheck } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { checkCalls } from './check-calls.ts'
import { checkEntries } from './check-entries.ts'
import { checkWallets } from './check-wallets.ts'
import { Findings } from './findings.ts'
import { inSnapshot, type Snapshot } from './snapshot.ts'

/**
 * Checks of the ledger on a database: I1 to I5, I7, I8, I11 and I12 of docs/reference/reliability.md, from one snapshot and in
 * bounded memory, while calls go on.
 *
 * @example
 * const { ok, broken } = await createLedgerCheck({ database, clock }).verify()
 */
export function createLedgerCheck({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): LedgerCheck {
  return {
    verify: (progress = () => undefined) =>
      inSnapshot(database, async (snapshot) => {
        const findings = new Findings()
        const lastEntry = await lastId(snapshot, 'ledger_entry')
        const lastCall = await lastId(snapshot, 'call')
        const of = lastEntry + lastCall
        await checkEntries(snapshot, findings, (id) => progress(id, of))
        const at = clock.now().getTime()
        await checkCalls(snapshot, { findings, at, lastId: lastCall }, (id) => progress(lastEntry + id, of))
        const { wallets, openHolds } = await checkWallets(snapshot, findings, () => progress(of, of))
        const { broken, entries } = findings
        return { ok: broken.length === 0, wallets, entries, openHolds, broken }
      }),
  }
}

async function lastId({ transaction, table }: Snapshot, name: string): Promise<number> {
  const row: { id?: number | string | null } | undefined = await transaction(table(name)).max({ id: 'id' }).first()
  return Number(row?.id ?? 0)
}
