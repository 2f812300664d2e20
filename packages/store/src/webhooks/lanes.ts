import type { WebhookLane, WebhookLaneClaim } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { keepForReplay } from './disable-endpoint.ts'
import { EndpointRow, placeOfSecret, sealedSecrets } from './endpoint-row.ts'
import { pendingLanes } from './pending-lanes.ts'
import type { WebhookParts } from './webhook-parts.ts'

const REPLAYS = /\/replay$/
const LaneRows = z.array(z.object({ lane: z.string() }))

/**
 * Leases endpoints that have something due, and keeps those that are worked on. Nothing is written where the leases that are held are
 * still long enough.
 */
export async function claimLanes(parts: WebhookParts, claim: WebhookLaneClaim): Promise<readonly WebhookLane[]> {
  const { database } = parts
  const { owner, at, leaseMs, keep, most } = claim
  const due = await dueLanes(database, claim)
  const wanted = [...new Set([...keep, ...due])].slice(0, most)
  if (wanted.length === 0) return []
  const ids = [...new Set(wanted.map(endpointOfLane))]
  const rows = await readEndpoints(database.knex, database, ids)
  const holds = (row: EndpointRow, leftMs: number): boolean =>
    row.lane_owner === owner && (row.lane_until ?? 0) > at + leftMs
  const wanting = rows.filter((row) => !holds(row, leaseMs / 2)).map(({ id }) => id)
  const taken = wanting.length === 0 ? [] : await lease(database, claim, wanting)
  // One that somebody writes to just now is not leased anew, but held until its lease ends: else what is read ahead of it were dropped.
  const held = new Map([...rows.filter((row) => holds(row, leaseMs / 4)), ...taken].map((row) => [row.id, row]))
  await forgetDisabled(database, [...held.values()], due)
  const sealer = await parts.vault.sealer([...new Set([...held.values()].map(({ account_id }) => account_id))])
  return wanted.flatMap((lane): WebhookLane | [] => {
    const row = held.get(endpointOfLane(lane))
    if (!row) return []
    const { secret, next } = sealedSecrets(row, at)
    const open = (sealed: Buffer): string => sealer.open(placeOfSecret(row), sealed).toString()
    return {
      ...{ lane, endpointId: row.id, accountId: row.account_id, url: row.url, enabled: row.status === 'enabled' },
      ...{ secret: open(secret), nextSecret: next && open(next), replays: REPLAYS.test(lane) },
    }
  })
}

/** Lets go of all that an owner holds. */
export async function releaseLanes(database: Database, owner: string): Promise<void> {
  await database.write((transaction) =>
    transaction(database.table('webhook_endpoint'))
      .where({ lane_owner: owner })
      .update({ lane_owner: null, lane_until: null }),
  )
}

/** An event that was handed on while its endpoint was being disabled finds itself due there. */
async function forgetDisabled(database: Database, held: readonly EndpointRow[], due: readonly string[]): Promise<void> {
  const dueAt = new Set(due.map(endpointOfLane))
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

const endpointOfLane = (lane: string): string => lane.replace(REPLAYS, '')

/** Lanes that have something due and are free, or this owner's. */
async function dueLanes(database: Database, { owner, at, most }: WebhookLaneClaim): Promise<readonly string[]> {
  const { knex, table } = database
  const { query, dueAt } = pendingLanes(database)
  const rows: unknown = await query
    .join({ e: table('webhook_endpoint') }, 'e.id', knex.raw(`replace(lanes.lane, '/replay', '')`))
    .whereRaw(`${dueAt} <= ?`, [at])
    .where((free) => free.whereNull('e.lane_until').orWhere('e.lane_until', '<=', at).orWhere('e.lane_owner', owner))
    .orderByRaw(dueAt)
    .limit(most)
    .select('lanes.lane as lane')
  return LaneRows.parse(rows).map(({ lane }) => lane)
}

async function readEndpoints(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  ids: readonly string[],
): Promise<readonly EndpointRow[]> {
  return z.array(EndpointRow).parse(await knex(table('webhook_endpoint')).whereIn('id', ids))
}

/** Two processes never wait for each other here, and never get the same. SQLite has one writer at a time. */
async function lease(
  database: Database,
  { owner, at, leaseMs }: WebhookLaneClaim,
  ids: readonly string[],
): Promise<readonly EndpointRow[]> {
  const endpoints = database.table('webhook_endpoint')
  return await database.write(async (transaction) => {
    const free = transaction(endpoints)
      .whereIn('id', ids)
      .where((open) => open.whereNull('lane_until').orWhere('lane_until', '<=', at).orWhere('lane_owner', owner))
      .select('id')
    if (database.dialect === 'pg') free.forUpdate().skipLocked()
    const taken = z.array(z.object({ id: z.string() })).parse(await free)
    if (taken.length === 0) return []
    const rows: unknown = await transaction(endpoints)
      .whereIn(
        'id',
        taken.map(({ id }) => id),
      )
      .update({ lane_owner: owner, lane_until: at + leaseMs })
      .returning('*')
    return z.array(EndpointRow).parse(rows)
  })
}
