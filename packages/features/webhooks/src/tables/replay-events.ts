import type { TableTransaction } from '@parakh/core'
import type { WebhookChange, WebhookReplay } from '../contract.ts'
import { webhooksErrors } from '../error-codes.ts'
import type { WebhookRange } from '../webhook-store.ts'
import { writeAttempts } from './fan-out.ts'
import { type EndpointRow, eventsOf, takesType } from './rows.ts'
import { auditEndpoint, lockEndpoint, readEndpoint, type WebhookParts } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

/** Events of one round of a range. */
const EVENTS_AT_ONCE = 500

/** Sends one event again. @throws `WEBHOOK_EVENT_NOT_FOUND` */
export async function replayEvent(
  { tables, ids }: WebhookParts,
  { id, owner, actor }: WebhookChange,
  { asNew }: { readonly asNew: boolean },
): Promise<{ readonly eventId: string; readonly endpoints: number }> {
  const scheduledAt = (await tables.now()).getTime()
  return await tables.transaction(function* (tx: TableTransaction) {
    const of = { id, account_id: owner?.accountId ?? null, environment: owner?.environment ?? null }
    const event = yield* tx.first(statements.event(of))
    if (!event) throw webhooksErrors.error('WEBHOOK_EVENT_NOT_FOUND', { id })
    const { type, accountId, environment, data, endpointId } = event
    const enabled = yield* tx.rows(statements.enabledOfWallet({ account_id: accountId, environment }))
    const endpoints = enabled.filter((row) =>
      endpointId === undefined ? takesType(eventsOf(row), type) : row.id === endpointId,
    )
    let eventId = event.id
    if (asNew) {
      const only = endpointId === undefined ? {} : { endpointId }
      eventId = yield* tx.emit({ type, accountId, environment, data, replayOf: event.id, ...only })
    } else {
      yield* writeAttempts(
        tx,
        ids,
        endpoints.map((endpoint) => ({ event, endpoint, scheduledAt, replay: true })),
      )
    }
    const after = { event_id: eventId, endpoints: endpoints.length }
    const row = { id: event.id, account_id: accountId }
    yield* auditEndpoint(tx, { actor, action: 'webhook.replay_event', row, after })
    return { eventId, endpoints: endpoints.length }
  })
}

const rangeOf = (row: EndpointRow, { since, until, status }: WebhookRange) => {
  const types = eventsOf(row)
  return {
    ...{ endpoint_id: row.id, account_id: row.account_id, environment: row.environment, since, until },
    ...{ types: types && [...types], failed: status === 'failed' ? (1 as const) : null },
  }
}

/** Sends a range again to one endpoint. @throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`, `WEBHOOK_REPLAY_TOO_LARGE` */
export async function replayRange(
  { tables, ids }: WebhookParts,
  change: WebhookChange,
  range: WebhookRange,
): Promise<WebhookReplay> {
  const { cap } = range
  const found = await readEndpoint(tables, change)
  if (range.dryRun) {
    const counted = await tables.first(statements.countEvents(rangeOf(found, range)))
    return { events: counted?.count ?? 0, cap }
  }
  const scheduledAt = (await tables.now()).getTime()
  return await tables.transaction(function* (tx) {
    const endpoint = yield* lockEndpoint(tx, change)
    if (endpoint.status !== 'enabled') throw webhooksErrors.error('WEBHOOK_DISABLED', { id: endpoint.id })
    const of = rangeOf(endpoint, range)
    const events = (yield* tx.first(statements.countEvents(of)))?.count ?? 0
    if (events > cap) throw webhooksErrors.error('WEBHOOK_REPLAY_TOO_LARGE', { events, cap })
    for (let after = -1; ; ) {
      const page = yield* tx.rows(statements.eventsOfRange({ ...of, after, limit: EVENTS_AT_ONCE }))
      yield* writeAttempts(
        tx,
        ids,
        page.map((event) => ({ event, endpoint, scheduledAt, replay: true })),
      )
      after = page.at(-1)?.sequence ?? after
      if (page.length < EVENTS_AT_ONCE) break
    }
    const [since, until] = [new Date(range.since).toISOString(), new Date(range.until).toISOString()]
    yield* auditEndpoint(tx, {
      ...{ actor: change.actor, action: 'webhook.replay', row: endpoint },
      after: { events, since, until, status: range.status ?? 'all' },
    })
    return { events, cap }
  })
}
