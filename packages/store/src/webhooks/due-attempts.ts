import type { WebhookDue, WebhookQueueNeed } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** Delivery queues in one statement: SQLite joins at most 500 selects. */
const QUEUES_AT_ONCE = 100

const DueRow = z
  .object({
    id: z.string(),
    queue: z.string(),
    endpoint_id: z.string(),
    event_id: z.string(),
    attempt: Counted,
    body: Bytes,
  })
  .transform(
    ({ endpoint_id, event_id, ...rest }): WebhookDue => ({
      ...rest,
      endpointId: endpoint_id,
      eventId: event_id,
    }),
  )

/** The attempts that are due, queue by queue, so that a long queue takes nothing from a short one. */
export async function dueAttempts(
  database: Database,
  wanted: readonly WebhookQueueNeed[],
  at: number,
): Promise<readonly WebhookDue[]> {
  const { knex, table } = database
  const found: WebhookDue[] = []
  for (let from = 0; from < wanted.length; from += QUEUES_AT_ONCE) {
    const ofQueue = ({ queue, limit, except }: WebhookQueueNeed): Knex.QueryBuilder =>
      knex.select('*').from(
        knex({ a: table('webhook_attempt') })
          .join({ b: table('webhook_body') }, 'b.event_id', 'a.event_id')
          .where('a.queue', queue)
          .whereRaw(`a.status = 'pending'`)
          .where('a.scheduled_at', '<=', at)
          .whereNotIn('a.id', [...except])
          .orderBy(['a.scheduled_at', 'a.id'])
          .limit(limit)
          .select('a.id', 'a.queue', 'a.endpoint_id', 'a.event_id', 'a.attempt', 'b.body', 'a.scheduled_at')
          .as('due'),
      )
    const [first, ...others] = wanted.slice(from, from + QUEUES_AT_ONCE).map(ofQueue)
    if (first) found.push(...z.array(DueRow).parse(await first.unionAll(others)))
  }
  return found
}
