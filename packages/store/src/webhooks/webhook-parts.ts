import type { Clock, Ids } from '@parakh/core'
import type { Knex } from 'knex'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import type { Vault } from '../vault/create-vault.ts'
import type { EndpointRow } from './endpoint-row.ts'

/** What the webhooks of a store are made from. */
export interface WebhookParts {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  /** What attempts are scheduled by, in milliseconds since 1970: of the database, where several processes share one. */
  readonly now: () => Promise<number>
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
  transaction: Knex.Transaction,
  { database, clock, ids }: WebhookParts,
  { actor, action, row, before = null, after = null }: EndpointAudit,
): Promise<void> =>
  appendAudit(transaction, database, {
    ...{ id: ids.next(), at: clock.now(), actor, action, before, after },
    subject: `webhook/${row.id}`,
    accountId: row.account_id,
  })

/** Of an address, what may be written down: its path may hold a secret of the receiver. */
export const originOf = (url: string): string => new URL(url).origin
