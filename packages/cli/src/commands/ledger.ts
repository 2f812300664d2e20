import { resolve } from 'node:path'
import { type LedgerHead, type LedgerReport, Store } from '@parakh/core'
import type { Command } from 'commander'
import { headIn } from '../arguments/anchored-head.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { addLedgerArchive } from './ledger-archive.ts'
import { addLedgerResume } from './ledger-resume.ts'

/** `parakh ledger verify | head | close | archive | resume`. */
export function addLedger(program: Command, session: Session): void {
  const ledger = program.command('ledger').description('the double-entry ledger')
  addCommand(ledger, 'verify', 'check every invariant; exit code 1 when one is broken')
    .option('--head <file or hash>', 'an anchored head: it must belong to this ledger')
    .option('--archive <files...>', 'also read the entries of archived periods')
    .action((options: VerifyOptions) => verify(session, options))
  addCommand(ledger, 'head', 'show the newest closed period, to be kept outside').action((options: CommonOptions) =>
    head(session, options, false),
  )
  addCommand(ledger, 'close', 'close a ledger period of the entries since the last one').action(
    (options: CommonOptions) => head(session, options, true),
  )
  addLedgerArchive(ledger, session)
  addLedgerResume(ledger, session)
}

interface VerifyOptions extends CommonOptions {
  readonly head?: string
  readonly archive?: readonly string[]
}

async function verify(session: Session, options: VerifyOptions): Promise<void> {
  const { terminal } = session
  const anchor = options.head === undefined ? {} : { head: await headIn(terminal, options.head) }
  const report = await withHost(session, options, async (host) => {
    const progress = startProgress(terminal, options, 'ledger verify')
    try {
      const { ledger } = host.get(Store)
      const archives = (options.archive ?? []).map((file) => resolve(terminal.cwd, file))
      return await ledger.verify((done, of) => progress.update(done, of), { ...anchor, archives })
    } finally {
      progress.stop()
    }
  })
  if (!report.ok) session.exitCode = EXIT.failed
  printResult(terminal, options, { json: reportJson(report), text: describeReport(report) })
}

async function head(session: Session, options: CommonOptions, close: boolean): Promise<void> {
  const found = await withHost(session, options, (host) => {
    const { ledger } = host.get(Store)
    return close ? ledger.close() : ledger.head()
  })
  printResult(session.terminal, options, { json: headJson(found), text: describeHead(found) })
}

/** A head as it is exported. */
export const headJson = (head: LedgerHead | null) =>
  head === null
    ? { period: 0, hash: null, entries: null, closed_at: null }
    : { period: head.period, hash: head.hash, entries: head.entries, closed_at: head.closedAt.toISOString() }

/** A head in words. */
export function describeHead(head: LedgerHead | null): string {
  if (!head) return 'No period is closed yet.'
  const { period, hash, entries, closedAt } = head
  const counts = `${entries.production} entries in production and ${entries.sandbox} in the sandbox`
  return `Period ${period}, closed ${closedAt.toISOString()}: ${counts} up to there.\nHead: ${hash}`
}

/** A report as `--json` prints it. */
const reportJson = (report: LedgerReport) => ({
  ok: report.ok,
  wallets: report.wallets,
  entries: report.entries,
  open_holds: report.openHolds,
  periods: report.periods,
  head: headJson(report.head),
  broken: report.broken,
})

/** A report in words. */
function describeReport(report: LedgerReport): string {
  const { wallets, entries, openHolds, periods } = report
  const size = `${wallets} wallets, ${entries} entries, ${openHolds} open holds, ${periods} closed periods`
  if (report.ok) return `Every invariant holds: ${size}.`
  const rows = report.broken.map(({ invariant, detail }) => [invariant, detail])
  return `${report.broken.length} invariants are broken: ${size}.\n${drawTable(['Invariant', 'Fault'], rows)}`
}
