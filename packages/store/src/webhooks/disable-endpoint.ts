import type { HostEventData, WebhookEndpoint } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { appendEvent } from '../outbox/append-event.ts'
import type { EndpointRow } from './endpoint-row.ts'
import { auditEndpoint, type WebhookParts } from './webhook-parts.ts'

/** The error of attempts that were not made because their endpoint is disabled. */
export const ENDPOINT_DISABLED = 'ENDPOINT_DISABLED'

/** What waits for endpoints that are disabled is sent no more, and is there for a replay. */
export async function keepForReplay(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  endpointIds: readonly string[],
): Promise<void> {
  await transaction(table('webhook_attempt'))
    .whereIn('endpoint_id', [...endpointIds])
    .where({ status: 'pending' })
    .update({ status: 'failed', error: ENDPOINT_DISABLED })
}

interface Disabling {
  readonly row: Pick<EndpointRow, 'id' | 'account_id' | 'environment' | 'status'>
  readonly reason: NonNullable<WebhookEndpoint['disabledReason']>
  readonly actor: string
}

/**
 * Disables an endpoint beneath its lock: what waits for it is kept as failed, for a replay. Unless it was asked for, an event tells
 * the account's other endpoints of it.
 */
export async function disableEndpoint(
  transaction: Knex.Transaction,
  parts: WebhookParts,
  { row, reason, actor }: Disabling,
): Promise<void> {
  const { database, clock, ids } = parts
  const { id, account_id: accountId, environment } = row
  await transaction(database.table('webhook_endpoint'))
    .where({ id })
    .update({ status: 'disabled', disabled_reason: reason })
  await keepForReplay(transaction, database, [id])
  const [before, after] = [{ status: row.status }, { status: 'disabled', reason }]
  await auditEndpoint(transaction, parts, { actor, action: 'webhook.disable', row, before, after })
  if (reason === 'REQUESTED') return
  const at = clock.now().getTime()
  const data = { endpoint_id: id, reason } satisfies HostEventData<'webhook.disabled'>
  await appendEvent(transaction, database, {
    id: ids.next(),
    type: 'webhook.disabled',
    accountId,
    environment,
    data,
    at,
  })
}
