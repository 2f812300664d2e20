import type { Accounts, AuditEntry, AuditLog, AuditQuery, Subjects, Usage, UsageLog } from '@parakh/core'
import { moment } from '@parakh/core/fields'
import type { BreachLine, Shown } from './breach-line.ts'

/** What a breach export is read from. */
export interface BreachParts {
  readonly accounts: Pick<Accounts, 'branch' | 'page'>
  readonly audit: Pick<AuditLog, 'list'>
  readonly subjects: Pick<Subjects, 'ofCalls'>
  readonly usage: Pick<Usage, 'counts'>
  readonly usageLog: Pick<UsageLog, 'page'>
}
/** The time that is asked about. `until` is excluded. */
export interface BreachWindow {
  readonly since: Date
  readonly until: Date
}

const PAGE = 1_000

/** Entries of the audit log over as many pages as there are, newest first. */
export async function* entriesOf(
  { audit }: Pick<BreachParts, 'audit'>,
  query: Pick<AuditQuery, 'actor' | 'action' | 'subject' | 'from' | 'until'>,
): AsyncGenerator<AuditEntry> {
  for (let cursor: string | null = null; ; ) {
    const page = await audit.list({ accountIds: null, ...query, cursor, limit: PAGE })
    yield* page.items
    if (page.next === null) return
    cursor = page.next
  }
}

/** Acts whose answer shows a secret, once. */
const SECRETS: readonly string[] = [
  ...['key.create', 'key.rotate', 'admin-token.create', 'webhook.create', 'webhook.rotate', 'portal-link.create'],
]
/** Reads that are written down, because they show what is kept of people or of another account. */
const READS: readonly string[] = [
  ...['subject.find', 'subject.export', 'kyc.view_file', 'account.view-as', 'breach.export'],
]

const shownBy = (action: string): Shown | null => {
  if (SECRETS.includes(action)) return 'secret'
  return READS.includes(action) ? 'data' : null
}

/** An entry of the audit log as a line. */
export const actLine = ({ at, accountId, actor, action, subject, before, after }: AuditEntry): BreachLine => ({
  ...{ kind: 'act', at: moment(at), account_id: accountId, actor, action, subject, shown: shownBy(action) },
  detail: before === null && after === null ? null : { before, after },
})
