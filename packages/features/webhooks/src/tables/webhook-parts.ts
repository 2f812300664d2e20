import type { Clock, Ids, Steps, TableAccess, TableTransaction, Vault } from '@parakh/core'
import type { WebhookTarget } from '../contract.ts'
import { webhooksErrors } from '../error-codes.ts'
import type { EndpointRow } from './rows.ts'
import { webhookStatements as statements } from './webhook-statements.ts'
import { webhookTables } from './webhook-tables.ts'

/** What rows of webhooks are kept with. */
export interface WebhookParts {
  readonly tables: TableAccess
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
}

/** What was done to an endpoint. */
export interface EndpointAudit {
  readonly actor: string
  readonly action: `webhook.${string}`
  readonly row: Pick<EndpointRow, 'id' | 'account_id'>
  readonly before?: Readonly<Record<string, unknown>> | null
  readonly after?: Readonly<Record<string, unknown>> | null
}

/** Writes what was done to an endpoint into the audit log, with the change itself. */
export const auditEndpoint = (
  tx: TableTransaction,
  { actor, action, row, before = null, after = null }: EndpointAudit,
): Steps<void> => tx.audit({ actor, action, before, after, subject: `webhook/${row.id}`, accountId: row.account_id })

/** Of an address, what may be written down: its path may hold a secret of the receiver. */
export const originOf = (url: string): string => new URL(url).origin

/** Where the secrets of an endpoint belong: the next one becomes the one without being sealed anew. */
export const placeOfSecret = ({ id, account_id }: Pick<EndpointRow, 'id' | 'account_id'>) => ({
  ...{ table: webhookTables.t.endpoint, accountId: account_id, row: id },
})

const ownedBy = ({ id, owner }: WebhookTarget) => ({
  ...{ id, account_id: owner?.accountId ?? null, environment: owner?.environment ?? null },
})
const found = (row: EndpointRow | null, id: string): EndpointRow => {
  if (!row) throw webhooksErrors.error('WEBHOOK_NOT_FOUND', { id })
  return row
}

/** Reads an endpoint of its owner. One of another account or environment is not found. @throws `WEBHOOK_NOT_FOUND` */
export const readEndpoint = async (tables: TableAccess, target: WebhookTarget): Promise<EndpointRow> =>
  found(await tables.first(statements.endpoint(ownedBy(target))), target.id)

/** The same beneath a lock, until the transaction ends. @throws `WEBHOOK_NOT_FOUND` */
export function* lockEndpoint(tx: TableTransaction, target: WebhookTarget): Steps<EndpointRow> {
  return found(yield* tx.first(statements.lockEndpoint(ownedBy(target))), target.id)
}
