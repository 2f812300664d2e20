import type { Account, ApiKey, AuditEntry, AuditLog } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'

/** The audit log in memory. A cursor is how many entries came before. */
export function memoryAuditLog({ tables, clock, ids }: Pick<MemoryParts, 'tables' | 'clock' | 'ids'>): AuditLog {
  return {
    async list({ accountIds, subject, action, actor, from, until, cursor, limit }) {
      const found = tables.audit
        .filter((entry) => accountIds === null || (entry.accountId !== null && accountIds.includes(entry.accountId)))
        .filter((entry) => subject === undefined || entry.subject === subject)
        .filter((entry) => action === undefined || entry.action === action)
        .filter((entry) => actor === undefined || entry.actor === actor)
        .filter(({ at }) => (from === undefined || at >= from) && (until === undefined || at < until))
        .reverse()
      const start = Number(cursor ?? 0)
      const end = start + limit
      return { items: found.slice(start, end), next: end < found.length ? String(end) : null }
    },
    async append(entry) {
      const written = { ...entry, id: ids.next(), at: clock.now() }
      tables.audit.push(written)
      return written
    },
  }
}

/** Writes an entry with the change that it tells of. */
export function note(
  { tables, clock, ids }: Pick<MemoryParts, 'tables' | 'clock' | 'ids'>,
  entry: Omit<AuditEntry, 'id' | 'at'>,
): void {
  tables.audit.push({ ...entry, id: ids.next(), at: clock.now() })
}

/** What became of a key. */
export interface MemoryKeyAudit {
  readonly actor?: string | undefined
  readonly action: string
  readonly before: ApiKey | null
  readonly after: ApiKey
}

/** Writes what became of a key. */
export function noteKey(
  parts: Pick<MemoryParts, 'tables' | 'clock' | 'ids'>,
  { actor = 'system', action, before, after }: MemoryKeyAudit,
): void {
  const of = { actor, action, subject: `key/${after.id}`, accountId: after.accountId }
  note(parts, { ...of, before: before && { ...before }, after: { ...after } })
}

/** An account as the audit log shows it. */
export const shownAccount = (account: Account): Readonly<Record<string, unknown>> => {
  const { name, role, parentId, status, kyc, apis, withheldApis } = account
  return { name, role, parent_id: parentId, status, kyc, apis, withheld_apis: withheldApis }
}
