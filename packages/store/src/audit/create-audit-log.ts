import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type Clock,
  type Ids,
  readCursor,
  writeCursor,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { whereAmong } from '../connection/where-among.ts'
import { appendAudit } from './append-audit.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])
const JsonObject = z.record(z.string(), z.unknown())
const Kept = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : JsonObject.parse(JSON.parse(text))))
const AuditRow = z
  .object({
    ...{
      id: z.string(),
      actor: z.string(),
      action: z.string(),
      subject: z.string(),
      account_id: z.string().nullable(),
    },
    ...{ at: z.coerce.number(), before: Kept, after: Kept },
  })
  .transform(({ account_id, at, ...rest }): AuditEntry => ({ ...rest, accountId: account_id, at: new Date(at) }))

/** What the audit log is made from. */
export interface AuditLogOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

/** Leaves what is asked for of a query. */
function narrow(query: Knex.QueryBuilder, asked: Omit<AuditQuery, 'accountIds' | 'cursor' | 'limit'>): void {
  for (const column of ['subject', 'action', 'actor'] as const)
    if (asked[column] !== undefined) query.where(column, asked[column])
  if (asked.from) query.where('at', '>=', asked.from.getTime())
  if (asked.until) query.where('at', '<', asked.until.getTime())
}

/**
 * The audit log on a database. Its rows are refused to change by triggers of the schema.
 *
 * @example
 * const audit = createAuditLog({ database, clock, ids })
 * const { items } = await audit.list({ accountIds: null, cursor: null, limit: 100 })
 */
export function createAuditLog({ database, clock, ids }: AuditLogOptions): AuditLog {
  const { knex, table } = database
  return {
    async list({ accountIds, cursor, limit, ...filters }) {
      const wanted = Math.min(limit, MOST)
      const query = knex(table('audit'))
        .orderBy('id', 'desc')
        .limit(wanted + 1)
      if (accountIds) whereAmong(query, database, { column: 'account_id', values: accountIds })
      narrow(query, filters)
      if (cursor !== null) query.where('id', '<', readCursor(cursor, Place)[0])
      const rows = z.array(AuditRow).parse(await query)
      const items = rows.slice(0, wanted)
      const last = items.at(-1)
      return { items, next: rows.length > wanted && last ? writeCursor([last.id]) : null }
    },
    async append(entry) {
      const written = { ...entry, id: ids.next(), at: clock.now() }
      await database.write((transaction) => appendAudit(transaction, database, written))
      return written
    },
  }
}
