import { type AuditEntry, AuditLog } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

const MOST_ENTRIES = 1_000
const USUAL_ENTRIES = 50

interface ListOptions extends CommonOptions {
  readonly account?: string
  readonly subject?: string
  readonly actor?: string
  readonly action?: string
  readonly limit: number
  readonly cursor?: string
}

/** `parakh audit list`. */
export function addAudit(program: Command, session: Session): void {
  const audit = program.command('audit').description('the audit log: who changed what')
  addCommand(audit, 'list', 'list changes, newest first')
    .option('--account <id>', 'of this account')
    .option('--subject <subject>', 'of this subject, such as account/ID, key/ID or price/ENDPOINT')
    .option('--actor <name>', 'by this operator')
    .option('--action <action>', 'of this kind, such as account.suspend')
    .addOption(
      new Option('--limit <entries>', `1 to ${MOST_ENTRIES}`)
        .argParser(parseCount(MOST_ENTRIES))
        .default(USUAL_ENTRIES),
    )
    .option('--cursor <text>', 'next_cursor of the previous page')
    .action((options: ListOptions) => list(session, options))
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const { account, subject, actor, action, limit, cursor = null } = options
  const page = await withHost(session, options, (host) =>
    host.get(AuditLog).list({
      ...(subject === undefined ? {} : { subject }),
      ...(actor === undefined ? {} : { actor }),
      ...(action === undefined ? {} : { action }),
      accountIds: account === undefined ? null : [account],
      ...{ cursor, limit },
    }),
  )
  printResult(session.terminal, options, {
    json: { entries: page.items.map(present), next: page.next },
    text: page.items.length === 0 ? 'There are no entries.' : draw(page.items, page.next),
  })
}

const present = ({ id, at, actor, action, subject, accountId, before, after }: AuditEntry) => ({
  ...{ id, at: at.toISOString(), actor, action, subject, account_id: accountId, before, after },
})

function draw(entries: readonly AuditEntry[], next: string | null): string {
  const rows = entries.map((entry) => [
    entry.at.toISOString(),
    entry.actor,
    entry.action,
    entry.subject,
    changes(entry).join('\n'),
  ])
  const table = drawTable(['Time', 'Actor', 'Action', 'Subject', 'Before and after'], rows)
  return next === null ? table : `${table}\nMore: --cursor ${next}`
}

/** One line per changed field. */
function changes({ before, after }: AuditEntry): readonly string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
  return names
    .map((name) => [name, text(before?.[name]), text(after?.[name])] as const)
    .filter(([, old, fresh]) => old !== fresh)
    .map(([name, old, fresh]) => (before?.[name] === undefined ? `${name}: ${fresh}` : `${name}: ${old} -> ${fresh}`))
}
