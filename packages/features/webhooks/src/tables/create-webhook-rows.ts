import { setTimeout as sleep } from 'node:timers/promises'
import { readCursor, type TableAccess, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { webhooksErrors } from '../error-codes.ts'
import { WebhookTest } from '../events.ts'
import type { WebhookBacklog, WebhookDue, WebhookQueueNeed, WebhookStore } from '../webhook-store.ts'
import { endpointChanges } from './change-endpoints.ts'
import { claimQueues } from './delivery-queues.ts'
import { createEventLog } from './event-log.ts'
import { eventStatements } from './event-statements.ts'
import { fanOut } from './fan-out.ts'
import { recordResults } from './record-results.ts'
import { replayEvent, replayRange } from './replay-events.ts'
import { lockEndpoint, readEndpoint, type WebhookParts } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

const MOST_LISTED = 1_000
/** Attempts of one search: a few milliseconds, however many the endpoint has. */
const MOST_SCANNED = 2_000
const MOST_COUNTED = 100_000
const QUEUES_AT_ONCE = 100
/** Bodies of one short transaction: SQLite's write lock is held for a few milliseconds. */
const PURGED_AT_ONCE = 500
/** Between two transactions, so that writers of other processes come in between. */
const PAUSE_MS = 5
const Place = z.tuple([z.string()])

/** Webhook endpoints and what is sent to them, in the plugin's tables. */
export function createWebhookRows(parts: WebhookParts): WebhookStore {
  const { tables } = parts
  return {
    ...endpointChanges(parts),
    ...createEventLog(tables),
    test: (change) =>
      tables.transaction(function* (tx) {
        const { id: endpointId, account_id: accountId, environment, status } = yield* lockEndpoint(tx, change)
        if (status !== 'enabled') throw webhooksErrors.error('WEBHOOK_DISABLED', { id: endpointId })
        const data = { endpoint_id: endpointId }
        return yield* tx.event(WebhookTest, { accountId, environment, data, endpointId })
      }),
    async deliveries(target, { cursor, limit, status }) {
      const { id } = await readEndpoint(tables, target)
      const wanted = Math.min(limit, MOST_LISTED)
      const before = cursor === null ? null : readCursor(cursor, Place)[0]
      const asked = { endpoint_id: id, status: status ?? null, before, scan: MOST_SCANNED, limit: wanted + 1 }
      const rows = await tables.rows(eventStatements.attempts(asked))
      const items = rows.slice(0, wanted)
      const last =
        rows.length > wanted
          ? items.at(-1)
          : await tables.first(eventStatements.lastAttempt({ endpoint_id: id, before, skip: MOST_SCANNED - 1 }))
      return { items, next: last ? writeCursor([last.id]) : null }
    },
    lastAttempts: async (ids) =>
      ids.length === 0 ? [] : await tables.rows(eventStatements.lastMade({ ids: [...ids] })),
    replayEvent: (change, options) => replayEvent(parts, change, options),
    replayRange: (change, range) => replayRange(parts, change, range),
    fanOut: (events, options) => fanOut(parts, events, options),
    claimQueues: (claim) => claimQueues(parts, claim),
    due: (wanted, at) => dueAttempts(tables, wanted, at),
    record: (results, rules) => recordResults(parts, results, rules),
    release: async (owner) => void (await tables.transaction((tx) => tx.run(statements.releaseEndpoints({ owner })))),
    async erase(eventIds) {
      for (let from = 0; from < eventIds.length; from += PURGED_AT_ONCE)
        await removeEvents(tables, eventIds.slice(from, from + PURGED_AT_ONCE))
    },
    purge: (before) => purge(tables, before),
    backlog: () => readBacklog(tables),
  }
}

async function dueAttempts(
  tables: TableAccess,
  wanted: readonly WebhookQueueNeed[],
  at: number,
): Promise<readonly WebhookDue[]> {
  const found: WebhookDue[] = []
  for (let from = 0; from < wanted.length; from += QUEUES_AT_ONCE) {
    const part = wanted.slice(from, from + QUEUES_AT_ONCE)
    const asked = JSON.stringify(part.map(({ queue, except }) => ({ queue, skip: except })))
    const limit = Math.max(...part.map((need) => need.limit))
    found.push(...(await tables.rows(statements.due({ wanted: asked, at, limit }))))
  }
  return found
}

/** Drops the bytes of events from before a time that nobody waits for, and with them their attempts, oldest first. */
async function purge(tables: TableAccess, before: number): Promise<number> {
  for (let dropped = 0; ; ) {
    const page = await tables.rows(statements.oldBodies({ before, limit: PURGED_AT_ONCE }))
    const ids = page.map(({ event_id }) => event_id)
    await removeEvents(tables, ids)
    dropped += ids.length
    if (ids.length < PURGED_AT_ONCE) return dropped
    await sleep(PAUSE_MS)
  }
}

async function removeEvents(tables: TableAccess, ids: string[]): Promise<void> {
  await tables.transaction(function* (tx) {
    yield* tx.run(statements.deleteAttempts({ ids }))
    yield* tx.run(statements.deleteBodies({ ids }))
  })
}

/** What waits to be delivered, of all processes on the database. */
async function readBacklog(tables: TableAccess): Promise<WebhookBacklog> {
  const pending = await tables.first(statements.countPending({ most: MOST_COUNTED }))
  const due = await tables.first(statements.oldestDue())
  const endpoints = { enabled: 0, REQUESTED: 0, GONE: 0, FAILING: 0 }
  for (const row of await tables.rows(statements.standings()))
    endpoints[row.disabled_reason ?? 'enabled'] = row.endpoints
  const at = (await tables.now()).getTime()
  const oldestDueMs = Math.max(0, at - (due?.oldest ?? at))
  return { pending: pending?.count ?? 0, oldestDueMs, endpoints }
}
