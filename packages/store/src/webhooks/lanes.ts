import type { WebhookLane, WebhookLaneClaim } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { EndpointRow, sealedSecrets } from './endpoint-row.ts'
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
  const wanted = [...new Set([...keep, ...(await dueLanes(database, claim))])].slice(0, most)
  if (wanted.length === 0) return []
  const ids = [...new Set(wanted.map(endpointOfLane))]
  const rows = await readEndpoints(database.knex, database, ids)
  const holds = ({ lane_owner, lane_until }: EndpointRow): boolean =>
    lane_owner === owner && (lane_until ?? 0) > at + leaseMs / 2
  const wanting = rows.filter((row) => !holds(row)).map(({ id }) => id)
  const taken = wanting.length === 0 ? [] : await lease(database, claim, wanting)
  const held = new Map([...rows.filter(holds), ...taken].map((row) => [row.id, row]))
  const sealer = await parts.vault.sealer([...new Set([...held.values()].map(({ account_id }) => account_id))])
  return wanted.flatMap((lane): WebhookLane | [] => {
    const row = held.get(endpointOfLane(lane))
    if (!row) return []
    const { secret, next } = sealedSecrets(row, at)
    const open = (sealed: Buffer): string => sealer.open(row.account_id, sealed).toString()
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

const endpointOfLane = (lane: string): string => lane.replace(REPLAYS, '')

/**
 * Lanes that have something due and are free, or this owner's. It steps from lane to lane along the index, so that one lane's thousands
 * cost no more than another one's single attempt.
 */
async function dueLanes({ knex, table }: Database, { owner, at, most }: WebhookLaneClaim): Promise<readonly string[]> {
  const pending = `from ${table('webhook_attempt')} where status = 'pending'`
  const rows: unknown = await knex
    .withRecursive(
      'lanes',
      knex.raw(
        `select (select min(lane) ${pending}) as lane union all
          select (select min(lane) ${pending} and lane > lanes.lane) from lanes where lanes.lane is not null`,
      ),
    )
    .from('lanes')
    .join({ e: table('webhook_endpoint') }, 'e.id', knex.raw(`replace(lanes.lane, '/replay', '')`))
    .whereNotNull('lanes.lane')
    .whereRaw(`(select min(scheduled_at) ${pending} and lane = lanes.lane) <= ?`, [at])
    .where((free) => free.whereNull('e.lane_until').orWhere('e.lane_until', '<=', at).orWhere('e.lane_owner', owner))
    .orderByRaw(`(select min(scheduled_at) ${pending} and lane = lanes.lane)`)
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
