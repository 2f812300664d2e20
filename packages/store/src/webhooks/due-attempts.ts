import type { WebhookDue, WebhookLaneNeed } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** Lanes of one statement: SQLite joins at most 500 selects. */
const LANES_AT_ONCE = 100

const DueRow = z
  .object({
    id: z.string(),
    lane: z.string(),
    endpoint_id: z.string(),
    event_id: z.string(),
    attempt: Counted,
    body: Bytes,
  })
  .transform(
    ({ endpoint_id, event_id, ...rest }): WebhookDue => ({ ...rest, endpointId: endpoint_id, eventId: event_id }),
  )

/** The attempts that are due, each lane by itself, so that a long one takes nothing from a short one. */
export async function dueAttempts(
  database: Database,
  wanted: readonly WebhookLaneNeed[],
  at: number,
): Promise<readonly WebhookDue[]> {
  const { knex, table } = database
  const found: WebhookDue[] = []
  for (let from = 0; from < wanted.length; from += LANES_AT_ONCE) {
    const ofLane = ({ lane, limit, except }: WebhookLaneNeed): Knex.QueryBuilder =>
      knex.select('*').from(
        knex({ a: table('webhook_attempt') })
          .join({ b: table('webhook_body') }, 'b.event_id', 'a.event_id')
          .where('a.lane', lane)
          .whereRaw(`a.status = 'pending'`)
          .where('a.scheduled_at', '<=', at)
          .whereNotIn('a.id', [...except])
          .orderBy(['a.scheduled_at', 'a.id'])
          .limit(limit)
          .select('a.id', 'a.lane', 'a.endpoint_id', 'a.event_id', 'a.attempt', 'b.body', 'a.scheduled_at')
          .as('due'),
      )
    const [first, ...others] = wanted.slice(from, from + LANES_AT_ONCE).map(ofLane)
    if (first) found.push(...z.array(DueRow).parse(await first.unionAll(others)))
  }
  return found
}
