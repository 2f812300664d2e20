import type { WebhookQueue, WebhookQueueClaim } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { keepForReplay } from './disable-endpoint.ts'
import { EndpointRow, placeOfSecret, sealedSecrets } from './endpoint-row.ts'
import { pendingQueues } from './pending-queues.ts'
import type { WebhookParts } from './webhook-parts.ts'

const REPLAYS = /\/replay$/
const QueueRows = z.array(z.object({ queue: z.string() }))

/**
 * Leases the delivery queues of endpoints that have something due, and renews those that have attempts in flight. Nothing is written
 * while the leases that are held are long enough.
 */
export async function claimQueues(parts: WebhookParts, claim: WebhookQueueClaim): Promise<readonly WebhookQueue[]> {
  const { database } = parts
  const { owner, at, leaseMs, keep, most } = claim
  const due = await dueQueues(database, claim)
  const wanted = [...new Set([...keep, ...due])].slice(0, most)
  if (wanted.length === 0) return []
  const ids = [...new Set(wanted.map(endpointOfQueue))]
  const rows = await readEndpoints(database.knex, database, ids)
  const holds = (row: EndpointRow, leftMs: number): boolean =>
    row.queue_owner === owner && (row.queue_until ?? 0) > at + leftMs
  const wanting = rows.filter((row) => !holds(row, leaseMs / 2)).map(({ id }) => id)
  const taken = wanting.length === 0 ? [] : await lease(database, claim, wanting)
  // A row that another transaction locks is not leased again, but kept until its lease ends: attempts read ahead of it stay valid.
  const held = new Map([...rows.filter((row) => holds(row, leaseMs / 4)), ...taken].map((row) => [row.id, row]))
  await keepDueOfDisabled(database, [...held.values()], due)
  const sealer = await parts.vault.sealer([...new Set([...held.values()].map(({ account_id }) => account_id))])
  return wanted.flatMap((queue): WebhookQueue | [] => {
    const row = held.get(endpointOfQueue(queue))
    if (!row) return []
    const { secret, next } = sealedSecrets(row, at)
    const open = (sealed: Buffer): string => sealer.open(placeOfSecret(row), sealed).toString()
    return {
      ...{ queue, endpointId: row.id, accountId: row.account_id, url: row.url, enabled: row.status === 'enabled' },
      ...{ secret: open(secret), nextSecret: next && open(next), replays: REPLAYS.test(queue) },
    }
  })
}

/** Ends the leases of an owner. */
export async function releaseQueues(database: Database, owner: string): Promise<void> {
  await database.write((transaction) =>
    transaction(database.table('webhook_endpoint'))
      .where({ queue_owner: owner })
      .update({ queue_owner: null, queue_until: null }),
  )
}

/** An event that is fanned out while its endpoint is disabled leaves a due attempt: it is kept for a replay. */
async function keepDueOfDisabled(
  database: Database,
  held: readonly EndpointRow[],
  due: readonly string[],
): Promise<void> {
  const dueAt = new Set(due.map(endpointOfQueue))
  const disabled = held.filter(({ id, status }) => status === 'disabled' && dueAt.has(id)).map(({ id }) => id)
  if (disabled.length === 0) return
  await database.write(async (transaction) => {
    const still = transaction(database.table('webhook_endpoint'))
      .whereIn('id', disabled.sort())
      .where({ status: 'disabled' })
      .orderBy('id')
      .select('id')
    if (database.dialect === 'pg') still.forUpdate()
    const rows = z.array(z.object({ id: z.string() })).parse(await still)
    await keepForReplay(
      transaction,
      database,
      rows.map(({ id }) => id),
    )
  })
}

const endpointOfQueue = (queue: string): string => queue.replace(REPLAYS, '')

/** Queues that have something due and are free, or this owner's. */
async function dueQueues(database: Database, { owner, at, most }: WebhookQueueClaim): Promise<readonly string[]> {
  const { knex, table } = database
  const { query, dueAt } = pendingQueues(database)
  const rows: unknown = await query
    .join({ e: table('webhook_endpoint') }, 'e.id', knex.raw(`replace(queues.queue, '/replay', '')`))
    .whereRaw(`${dueAt} <= ?`, [at])
    .where((free) => free.whereNull('e.queue_until').orWhere('e.queue_until', '<=', at).orWhere('e.queue_owner', owner))
    .orderByRaw(dueAt)
    .limit(most)
    .select('queues.queue as queue')
  return QueueRows.parse(rows).map(({ queue }) => queue)
}

async function readEndpoints(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  ids: readonly string[],
): Promise<readonly EndpointRow[]> {
  return z.array(EndpointRow).parse(await knex(table('webhook_endpoint')).whereIn('id', ids))
}

/** Two processes never wait for each other here, and never lease the same row. SQLite has one writer at a time. */
async function lease(
  database: Database,
  { owner, at, leaseMs }: WebhookQueueClaim,
  ids: readonly string[],
): Promise<readonly EndpointRow[]> {
  const endpoints = database.table('webhook_endpoint')
  return await database.write(async (transaction) => {
    const free = transaction(endpoints)
      .whereIn('id', ids)
      .where((open) => open.whereNull('queue_until').orWhere('queue_until', '<=', at).orWhere('queue_owner', owner))
      .select('id')
    if (database.dialect === 'pg') free.forUpdate().skipLocked()
    const taken = z.array(z.object({ id: z.string() })).parse(await free)
    if (taken.length === 0) return []
    const rows: unknown = await transaction(endpoints)
      .whereIn(
        'id',
        taken.map(({ id }) => id),
      )
      .update({ queue_owner: owner, queue_until: at + leaseMs })
      .returning('*')
    return z.array(EndpointRow).parse(rows)
  })
}
