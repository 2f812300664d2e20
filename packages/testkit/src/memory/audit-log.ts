import type { AuditLog } from '@parakh/core'
import type { MemoryParts } from './accounts.ts'

/** The audit log in memory. A cursor is how many entries came before. */
export function memoryAuditLog({ tables, clock, ids }: Pick<MemoryParts, 'tables' | 'clock' | 'ids'>): AuditLog {
  return {
    async list({ accountIds, subject, action, actor, cursor, limit }) {
      const found = tables.audit
        .filter((entry) => accountIds === null || (entry.accountId !== null && accountIds.includes(entry.accountId)))
        .filter((entry) => subject === undefined || entry.subject === subject)
        .filter((entry) => action === undefined || entry.action === action)
        .filter((entry) => actor === undefined || entry.actor === actor)
        .reverse()
      const from = Number(cursor ?? 0)
      const until = from + limit
      return { items: found.slice(from, until), next: until < found.length ? String(until) : null }
    },
    async append(entry) {
      const written = { ...entry, id: ids.next(), at: clock.now() }
      tables.audit.push(written)
      return written
    },
  }
}
