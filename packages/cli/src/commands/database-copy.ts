import { Store } from '@parakh/core'
import { copyConfiguredDatabase } from '@parakh/server/host'
import type { Command } from 'commander'
import { loadConfiguration } from '../host/load-configuration.ts'
import { withHost } from '../host/open-host.ts'
import { commandLogger } from '../terminal/command-logger.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { describeHead, headJson } from './ledger.ts'

/** `parakh database copy`. */
export function addDatabase(program: Command, session: Session): void {
  const database = program.command('database').description('the database as a whole')
  addChange(database, 'copy', 'copy all into the database of another configuration: SQLite to PostgreSQL, or back')
    .requiredOption('--to <file>', 'the configuration with the new database; it is migrated, and must be empty')
    .action((options: CopyOptions) => copy(session, options))
}

interface CopyOptions extends CommonOptions {
  readonly to: string
}

async function copy(session: Session, options: CopyOptions): Promise<void> {
  const { terminal } = session
  const from = await loadConfiguration(terminal, options)
  const to = await loadConfiguration(terminal, { config: options.to })
  const progress = startProgress(terminal, options, 'database copy')
  const logger = commandLogger(terminal, 'error')
  const copied = await copyConfiguredDatabase({
    ...{ from, to, logger },
    progress: (_, rows) => progress.update(rows),
  }).finally(() => progress.stop())
  // Its table was compared as any other: it is that of the old ledger.
  const head = await withHost(session, { config: options.to }, (host) => host.get(Store).ledger.head())
  const { tables, rows } = copied
  printResult(terminal, options, {
    json: { ok: true, tables, rows, head: headJson(head) },
    text: `Copied ${rows} rows of ${tables} tables, and compared each.\n${describeHead(head)}\nNext: parakh ledger verify --config ${options.to}, then serve from it.`,
  })
}
