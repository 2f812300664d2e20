import { resolve } from 'node:path'
import { Store } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseMoment } from '../arguments/moment.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface ArchiveOptions extends CommonOptions {
  readonly before: Date
  readonly to: string
}

/** `parakh ledger archive`. */
export function addLedgerArchive(ledger: Command, session: Session): void {
  addChange(ledger, 'archive', 'move closed periods to a file; their closing balances stay')
    .addOption(new Option('--before <time>', 'periods closed before').argParser(parseMoment).makeOptionMandatory())
    .requiredOption('--to <file>', 'a path that does not exist (.jsonl.gz)')
    .action((options: ArchiveOptions) => archive(session, options))
}

async function archive(session: Session, options: ArchiveOptions): Promise<void> {
  const file = resolve(session.terminal.cwd, options.to)
  const actor = actorOf(options)
  const made = await withHost(session, options, async (host) => {
    const { ledger, audit } = host.get(Store)
    const archived = await ledger.archive(options.before, file)
    const { firstPeriod, lastPeriod, sha256 } = archived
    const what = { action: 'ledger.archive', subject: 'ledger', accountId: null, before: null }
    const after = { first_period: firstPeriod, last_period: lastPeriod, sha256 }
    await audit.append({ actor, ...what, after })
    return archived
  })
  const { firstPeriod, lastPeriod, entries, sha256 } = made
  printResult(session.terminal, options, {
    json: { ok: true, file, first_period: firstPeriod, last_period: lastPeriod, entries, sha256 },
    text: `Archived the periods ${firstPeriod} to ${lastPeriod}, ${entries} entries, to ${file}.\nSHA-256: ${sha256}`,
  })
}
