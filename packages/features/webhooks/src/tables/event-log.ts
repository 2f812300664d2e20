import { eventBody, type OutboxEvent, readCursor, type TableAccess, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { webhooksErrors } from '../error-codes.ts'
import type { DeliveryState, EventDelivery, EventLog, LoggedEvent } from '../event-log.ts'
import { type DeliveryRow, eventStatements } from './event-statements.ts'
import { webhookStatements } from './webhook-statements.ts'

/** Events of one search: a few milliseconds, however many the account has. */
const MOST_SCANNED = 2_000
const MOST_LISTED = 100
const MOST_ATTEMPTS = 200
/** Processes on one database have clocks of their own: an event may be numbered before a somewhat older one. */
const CLOCKS_APART_MS = 60_000
const Place = z.tuple([z.int()])

/** The log of events, in the outbox and the plugin's tables. */
export function createEventLog(tables: TableAccess): EventLog {
  async function withDeliveries(events: readonly OutboxEvent[]): Promise<readonly LoggedEvent[]> {
    if (events.length === 0) return []
    const rows = await tables.rows(eventStatements.deliveriesOf({ ids: events.map(({ id }) => id) }))
    return events.map(({ id, type, createdAt, replayOf = null }) => ({
      ...{ id, type, createdAt, replayOf },
      deliveries: rows.filter((row) => row.event_id === id).map(deliveryOf),
    }))
  }
  return {
    async events({ accountId, environment }, { cursor, limit, ...filters }) {
      const wallet = { account_id: accountId, environment }
      const before = cursor === null ? null : readCursor(cursor, Place)[0]
      const wanted = Math.min(limit, MOST_LISTED)
      const since = filters.since?.getTime() ?? 0
      const found = await tables.rows(
        eventStatements.newestEvents({
          ...{ ...wallet, before, scan: MOST_SCANNED, limit: wanted + 1, since },
          ...{ until: filters.until?.getTime() ?? Number.MAX_SAFE_INTEGER, type: filters.type ?? null },
          ...{ endpoint_id: filters.endpointId ?? null, status: filters.status ?? null },
        }),
      )
      const shown = found.slice(0, wanted)
      const last = shown.at(-1)
      const items = await withDeliveries(shown)
      if (found.length > wanted && last) return { items, next: writeCursor([last.sequence]) }
      const scanned = await tables.first(eventStatements.lastScanned({ ...wallet, before, skip: MOST_SCANNED - 1 }))
      const isOver = scanned === null || scanned.at < since - CLOCKS_APART_MS
      return { items, next: isOver ? null : writeCursor([scanned.sequence]) }
    },
    async event({ accountId: account_id, environment }, id) {
      const event = await tables.first(webhookStatements.event({ id, account_id, environment }))
      if (!event) throw webhooksErrors.error('WEBHOOK_EVENT_NOT_FOUND', { id })
      const [logged] = await withDeliveries([event])
      if (!logged) throw webhooksErrors.error('WEBHOOK_EVENT_NOT_FOUND', { id })
      const sent = await tables.first(eventStatements.body({ event_id: id }))
      const attempts = await tables.rows(eventStatements.attemptsOf({ event_id: id, limit: MOST_ATTEMPTS }))
      return { ...logged, attempts, body: sent ? new TextDecoder().decode(sent.body) : eventBody(event) }
    },
  }
}

const stateOf = ({ next_at, next_attempt, delivered }: DeliveryRow): DeliveryState => {
  if (delivered > 0) return 'delivered'
  if (next_at === null) return 'failed'
  return (next_attempt ?? 0) > 1 ? 'retrying' : 'pending'
}

const deliveryOf = (row: DeliveryRow): EventDelivery => ({
  ...{ endpointId: row.endpoint_id, status: stateOf(row), attempts: row.made },
  ...{ httpStatus: row.http_status, error: row.error, attemptedAt: row.attempted_at, nextAt: row.next_at },
})
