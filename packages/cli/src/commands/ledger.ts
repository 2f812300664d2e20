import { type LedgerReport, Store } from '@parakh/core'
import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import type { Session } from '../session.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { EXIT } from '../terminal/failure.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh ledger verify`. */
export function addLedger(program: Command, session: Session): void {
  const ledger = program.command('ledger').description('the double-entry ledger')
  addCommand(ledger, 'verify', 'check every invariant; exit code 1 when one is broken').action(
    (options: CommonOptions) => verify(session, options),
  )
}

async function verify(session: Session, options: CommonOptions): Promise<void> {
  const report = await withHost(session, options, async (host) => {
    const progress = startProgress(session.terminal, options, 'ledger verify')
    try {
      return await host.get(Store).ledger.verify((done, of) => progress.update(done, of))
    } finally {
      progress.stop()
    }
  })
  if (!report.ok) session.exitCode = EXIT.failed
  printResult(session.terminal, options, {
    json: {
      ok: report.ok,
      wallets: report.wallets,
      entries: report.entries,
      open_holds: report.openHolds,
      broken: report.broken,
    },
    text: describe(report),
  })
}

function describe(report: LedgerReport): string {
  const size = `${report.wallets} wallets, ${report.entries} entries, ${report.openHolds} open holds`
  if (report.ok) return `Every invariant holds: ${size}.`
  const rows = report.broken.map(({ invariant, detail }) => [invariant, detail])
  return `${report.broken.length} invariants are broken: ${size}.\n${drawTable(['Invariant', 'What is wrong'], rows)}`
}
