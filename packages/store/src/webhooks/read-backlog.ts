import type { WebhookBacklog } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import { pendingQueues } from './pending-queues.ts'
import type { WebhookParts } from './webhook-parts.ts'

/** No more are counted: whoever watches is not to cost what is watched. */
const MOST = 100_000

const Pending = z.tuple([z.object({ pending: z.coerce.number() })])
const Oldest = z.tuple([z.object({ oldest: Counted.nullable() })])
const Standings = z.array(
  z.object({ disabled_reason: z.enum(['REQUESTED', 'GONE', 'FAILING']).nullable(), endpoints: z.coerce.number() }),
)

/** What waits to be delivered, of all processes on the database. */
export async function readBacklog({ database, now }: WebhookParts): Promise<WebhookBacklog> {
  const { knex, table } = database
  const waiting = knex(table('webhook_attempt'))
    .whereRaw(`status = 'pending'`)
    .limit(MOST)
    .select(knex.raw('1 as one'))
    .as('waiting')
  const [{ pending }] = Pending.parse(await knex.from(waiting).count({ pending: '*' }))
  const queues = pendingQueues(database)
  const [{ oldest }] = Oldest.parse(await queues.query.select(knex.raw(`min(${queues.dueAt}) as oldest`)))
  const events = await knex(table('outbox'))
    .whereNull('delivered_at')
    .orderBy('position')
    .limit(1)
    .select('at as oldest')
  const [event] = z.array(z.object({ oldest: Counted })).parse(events)
  const rows: unknown = await knex(table('webhook_endpoint'))
    .groupBy('disabled_reason')
    .select('disabled_reason')
    .count({ endpoints: '*' })
  const endpoints = { enabled: 0, REQUESTED: 0, GONE: 0, FAILING: 0 }
  for (const row of Standings.parse(rows)) endpoints[row.disabled_reason ?? 'enabled'] = row.endpoints
  const at = await now()
  const since = (then: number | null | undefined): number => Math.max(0, at - (then ?? at))
  return { pending, oldestDueMs: since(oldest), oldestEventMs: since(event?.oldest), endpoints }
}
