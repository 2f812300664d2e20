import { resolve } from 'node:path'
import { Store } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseMoment } from '../arguments/moment.ts'
import { withHost } from '../host/open-host.ts'
import type { Session } from '../session.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'

interface ArchiveOptions extends CommonOptions {
  readonly before: Date
  readonly to: string
}

/** `parakh ledger archive`. */
export function addLedgerArchive(ledger: Command, session: Session): void {
  addCommand(ledger, 'archive', 'move closed periods into a file; their closing balances stay')
    .addOption(new Option('--before <time>', 'periods closed before').argParser(parseMoment).makeOptionMandatory())
    .requiredOption('--to <file>', 'a file that is not there yet (.jsonl.gz)')
    .action((options: ArchiveOptions) => archive(session, options))
}

async function archive(session: Session, options: ArchiveOptions): Promise<void> {
  const file = resolve(session.terminal.cwd, options.to)
  const made = await withHost(session, options, (host) => host.get(Store).ledger.archive(options.before, file))
  const { firstPeriod, lastPeriod, entries, sha256 } = made
  printResult(session.terminal, options, {
    json: { ok: true, file, first_period: firstPeriod, last_period: lastPeriod, entries, sha256 },
    text: `Archived the periods ${firstPeriod} to ${lastPeriod}, ${entries} entries, to ${file}.\nSHA-256: ${sha256}`,
  })
}
