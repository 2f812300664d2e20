import type { WebhookEndpoint, WebhookTarget } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted, EnvironmentColumn, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import type { Place } from '../vault/sealed-row.ts'

const Events = z.array(z.string())

/** A row of `webhook_endpoint`. */
export const EndpointRow = z.object({
  id: z.string(),
  account_id: z.string(),
  environment: EnvironmentColumn,
  url: z.string(),
  description: z.string(),
  events: z.string().nullable(),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.enum(['REQUESTED', 'GONE', 'FAILING']).nullable(),
  secret: Bytes,
  next_secret: Bytes.nullable(),
  next_from: Counted.nullable(),
  failing_since: Moment.nullable(),
  queue_owner: z.string().nullable(),
  queue_until: Counted.nullable(),
  after_sequence: Counted,
  created_at: Moment,
})
export type EndpointRow = z.output<typeof EndpointRow>

/** The types of events that a row lets through; null: all. */
export const eventsOf = ({ events }: Pick<EndpointRow, 'events'>): readonly string[] | null =>
  events === null ? null : Events.parse(JSON.parse(events))

/** Whether a filter lets a type through: the type itself, or `order.*` for all that begin so. */
export const takesType = (events: readonly string[] | null, type: string): boolean =>
  events?.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1)))) ?? true

/** A row as an endpoint. @param at Milliseconds since 1970: whether two secrets sign. */
export const endpointOf = (row: EndpointRow, at: number): WebhookEndpoint => ({
  id: row.id,
  accountId: row.account_id,
  environment: row.environment,
  url: row.url,
  description: row.description,
  events: eventsOf(row),
  status: row.status,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  overlapUntil: row.next_from !== null && row.next_from > at ? new Date(row.next_from) : null,
  createdAt: row.created_at,
})

/** Where the secrets of an endpoint belong: the next one becomes the one without being sealed anew. */
export const placeOfSecret = ({ id, account_id }: Pick<EndpointRow, 'id' | 'account_id'>): Place => ({
  ...{ table: 'webhook_endpoint', accountId: account_id, row: id },
})

/** The sealed secrets that sign at a time: the one, and during a rotation the next one. */
export function sealedSecrets(row: EndpointRow, at: number): { readonly secret: Buffer; readonly next: Buffer | null } {
  if (row.next_secret === null || row.next_from === null) return { secret: row.secret, next: null }
  return row.next_from <= at ? { secret: row.next_secret, next: null } : { secret: row.secret, next: row.next_secret }
}

/**
 * Reads an endpoint of its owner. One of another account or environment is not found.
 *
 * @param lock True: it stays as it is until the transaction ends.
 * @throws `WEBHOOK_NOT_FOUND`
 */
export async function requireEndpoint(
  knex: Knex,
  { table, dialect }: Pick<Database, 'table' | 'dialect'>,
  target: WebhookTarget & { readonly lock?: boolean },
): Promise<EndpointRow> {
  const { id, owner, lock = false } = target
  const query = knex(table('webhook_endpoint')).where({ id })
  if (owner) query.where({ account_id: owner.accountId, environment: owner.environment })
  if (lock && dialect === 'pg') query.forUpdate()
  const [row] = z.array(EndpointRow).parse(await query)
  if (!row) throw storeErrors.error('WEBHOOK_NOT_FOUND', { id })
  return row
}
