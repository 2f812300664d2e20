import type { HostEventData, WebhookStore } from '@parakh/core'
import { storeErrors } from '../error-codes.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { readAttempts } from './attempt-log.ts'
import { endpointChanges } from './change-endpoints.ts'
import { claimQueues, releaseQueues } from './delivery-queues.ts'
import { dueAttempts } from './due-attempts.ts'
import { requireEndpoint } from './endpoint-row.ts'
import { fanOut } from './fan-out.ts'
import { purgeAttempts } from './purge-attempts.ts'
import { readBacklog } from './read-backlog.ts'
import { recordResults } from './record-results.ts'
import { replayEvent, replayRange } from './replay-events.ts'
import type { WebhookParts } from './webhook-parts.ts'

/**
 * Webhook endpoints and what is sent to them, on a database.
 *
 * @example
 * const webhooks = createWebhookStore({ database, clock, ids, vault, now: async () => Date.now() })
 * await webhooks.fanOut(await outbox.read(500))
 */
export function createWebhookStore(parts: WebhookParts): WebhookStore {
  const { database, clock, ids } = parts
  return {
    ...endpointChanges(parts),
    test: (change) =>
      database.write(async (transaction) => {
        const row = await requireEndpoint(transaction, database, change)
        if (row.status !== 'enabled') throw storeErrors.error('WEBHOOK_DISABLED', { id: row.id })
        const { id: endpointId, account_id: accountId, environment } = row
        const [id, at] = [ids.next(), clock.now().getTime()]
        const data = { endpoint_id: endpointId } satisfies HostEventData<'webhook.test'>
        await appendEvent(transaction, database, {
          ...{ id, type: 'webhook.test', accountId, environment, data, at, endpointId },
        })
        return id
      }),
    deliveries: (target, query) => readAttempts(parts, target, query),
    replayEvent: (change, options) => replayEvent(parts, change, options),
    replayRange: (change, range) => replayRange(parts, change, range),
    fanOut: (events, options) => fanOut(parts, events, options),
    claimQueues: (claim) => claimQueues(parts, claim),
    due: (wanted, at) => dueAttempts(database, wanted, at),
    record: (results, rules) => recordResults(parts, results, rules),
    release: (owner) => releaseQueues(database, owner),
    purge: (before) => purgeAttempts(database, before),
    backlog: () => readBacklog(parts),
  }
}
