import type { WebhookResult } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { EndpointRow } from './endpoint-row.ts'
import type { WebhookParts } from './webhook-parts.ts'

/** Who disables an endpoint that does not answer. */
const ACTOR = 'system:webhooks'
const Ids = z.array(z.object({ id: z.string() }))

/** A result as it goes into one statement, with the id of the attempt that follows. */
type Packed = Omit<WebhookResult, 'gone' | 'endpointId'> & { readonly nextId: string }

/** Its fields, with their types on PostgreSQL. */
const FIELDS = {
  id: 'text',
  status: 'text',
  httpStatus: 'int',
  latencyMs: 'int',
  error: 'text',
  responseExcerpt: 'text',
  attemptedAt: 'bigint',
  nextAt: 'bigint',
  nextId: 'text',
} as const

/**
 * Writes results down in one transaction: endpoints first, as whoever changes one locks it first. An attempt that is not pending any
 * more, because another process was faster or its endpoint was disabled, has no attempt after it.
 */
export async function recordResults(
  parts: WebhookParts,
  results: readonly WebhookResult[],
  { disableAfterMs }: { readonly disableAfterMs: number },
): Promise<void> {
  if (results.length === 0) return
  const { database, ids } = parts
  const packed = results.map(({ gone, endpointId, ...result }): Packed => ({ ...result, nextId: ids.next() }))
  await database.write(async (transaction) => {
    await noteHealth(transaction, database, results)
    const ending = await endpointsToDisable(transaction, parts, { results, disableAfterMs })
    await writeResults(transaction, database, packed)
    for (const { row, reason } of ending) await disableEndpoint(transaction, parts, { row, reason, actor: ACTOR })
  })
}

/** Since when nothing succeeded. */
async function noteHealth(
  transaction: Knex.Transaction,
  { table }: Database,
  results: readonly WebhookResult[],
): Promise<void> {
  const endpoints = table('webhook_endpoint')
  const sound = new Set(results.filter(({ status }) => status === 'delivered').map(({ endpointId }) => endpointId))
  const failing = results.filter(({ endpointId }) => !sound.has(endpointId))
  if (sound.size > 0)
    await transaction(endpoints)
      .whereIn('id', [...sound].sort())
      .whereNotNull('failing_since')
      .update({ failing_since: null })
  if (failing.length > 0)
    await transaction(endpoints)
      .whereIn('id', [...new Set(failing.map(({ endpointId }) => endpointId))].sort())
      .whereNull('failing_since')
      .update({ failing_since: Math.min(...failing.map(({ attemptedAt }) => attemptedAt)) })
}

interface Ending {
  readonly results: readonly WebhookResult[]
  readonly disableAfterMs: number
}

/** Endpoints that want no more, or that failed for too long. */
async function endpointsToDisable(
  transaction: Knex.Transaction,
  { database, clock }: WebhookParts,
  { results, disableAfterMs }: Ending,
) {
  const failed = [...new Set(results.filter(({ status }) => status !== 'delivered').map((one) => one.endpointId))]
  if (failed.length === 0) return []
  const gone = new Set(results.filter((result) => result.gone).map(({ endpointId }) => endpointId))
  const query = transaction(database.table('webhook_endpoint'))
    .whereIn('id', failed.sort())
    .where({ status: 'enabled' })
    .where((ends) =>
      ends.whereIn('id', [...gone]).orWhere('failing_since', '<=', clock.now().getTime() - disableAfterMs),
    )
  if (database.dialect === 'pg') query.forUpdate()
  return z
    .array(EndpointRow)
    .parse(await query)
    .map((row) => ({ row, reason: gone.has(row.id) ? ('GONE' as const) : ('FAILING' as const) }))
}

async function writeResults(
  transaction: Knex.Transaction,
  database: Database,
  packed: readonly Packed[],
): Promise<void> {
  const attempts = database.table('webhook_attempt')
  const values = rowsOf(database, packed)
  // With its plus, SQLite finds attempts by their ids and not by way of all that are pending.
  const isPending = database.dialect === 'pg' ? `a.status = 'pending'` : `+a.status = 'pending'`
  const set = `status = j.status, http_status = j."httpStatus", latency_ms = j."latencyMs", error = j.error,
    response_excerpt = j."responseExcerpt", attempted_at = j."attemptedAt"`
  const raw = async (sql: string, given: readonly string[]): Promise<unknown> => await transaction.raw(sql, [...given])
  const written = rowsIn(
    await raw(
      `update ${attempts} as a set ${set} from ${values.sql}
        where a.id = j.id and ${isPending} returning ${database.dialect === 'pg' ? 'a.id' : 'id'}`,
      [values.json],
    ),
  )
  const ended = new Set(Ids.parse(written).map(({ id }) => id))
  const late = packed.filter(({ id, status }) => !ended.has(id) && status === 'delivered')
  if (late.length > 0) {
    const lateRows = rowsOf(database, late)
    await raw(`update ${attempts} as a set ${set} from ${lateRows.sql} where a.id = j.id`, [lateRows.json])
  }
  const following = packed.filter(({ id, nextAt }) => ended.has(id) && nextAt !== null)
  if (following.length === 0) return
  const next = rowsOf(database, following)
  await raw(
    `insert into ${attempts}
        (id, queue, endpoint_id, event_id, event_type, attempt, status, scheduled_at, replay_of)
      select j."nextId", a.queue, a.endpoint_id, a.event_id, a.event_type, a.attempt + 1, 'pending', j."nextAt", a.replay_of
      from ${next.sql} join ${attempts} a on a.id = j.id
      join ${database.table('webhook_endpoint')} e on e.id = a.endpoint_id where e.status = 'enabled'`,
    [next.json],
  )
}

/** Results as a table of one statement, and the JSON that it reads. */
function rowsOf({ dialect }: Database, packed: readonly Packed[]): { readonly sql: string; readonly json: string } {
  const json = JSON.stringify(packed)
  const fields = Object.entries(FIELDS)
  if (dialect === 'pg') {
    const columns = fields.map(([name, type]) => `"${name}" ${type}`).join(', ')
    return { json, sql: `jsonb_to_recordset(?::jsonb) as j(${columns})` }
  }
  const columns = fields.map(([name]) => `json_extract(value, '$.${name}') as "${name}"`).join(', ')
  return { json, sql: `(select ${columns} from json_each(?)) as j` }
}

/** The rows of a raw statement: PostgreSQL wraps them. */
const rowsIn = (result: unknown): unknown =>
  Array.isArray(result) ? result : typeof result === 'object' && result !== null && 'rows' in result ? result.rows : []
