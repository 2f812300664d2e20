import type { Steps, TableTransaction } from '@parakh/core'
import type { WebhookEndpoint } from '../contract.ts'
import { WebhookDisabled } from '../events.ts'
import type { EndpointRow } from './rows.ts'
import { auditEndpoint } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

interface Disabling {
  readonly row: Pick<EndpointRow, 'id' | 'account_id' | 'environment' | 'status'>
  readonly reason: NonNullable<WebhookEndpoint['disabledReason']>
  readonly actor: string
}

/**
 * Disables an endpoint beneath its lock: what waits for it is kept as failed, for a replay. Unless it was asked for, an event tells the account's
 * other endpoints of it.
 */
export function* disableEndpoint(tx: TableTransaction, { row, reason, actor }: Disabling): Steps<void> {
  const { id, account_id: accountId, environment } = row
  yield* tx.run(statements.disableEndpoint({ id, reason }))
  yield* tx.run(statements.keepForReplay({ ids: [id] }))
  const [before, after] = [{ status: row.status }, { status: 'disabled', reason }]
  yield* auditEndpoint(tx, { actor, action: 'webhook.disable', row, before, after })
  if (reason === 'REQUESTED') return
  yield* tx.event(WebhookDisabled, { accountId, environment, data: { endpoint_id: id, reason } })
}
