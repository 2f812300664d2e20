import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/** A query of the delivery queues that have attempts to come: a row each, `queues.queue`. */
export interface PendingQueues {
  readonly query: Knex.QueryBuilder
  /** SQL: when the first attempt of a row's queue is due. */
  readonly dueAt: string
}

/**
 * The delivery queues that have attempts to come. It steps from queue to queue along the index: a queue of thousands costs no more than a
 * queue of one.
 */
export function pendingQueues({ knex, table }: Pick<Database, 'knex' | 'table'>): PendingQueues {
  const pending = `from ${table('webhook_attempt')} where status = 'pending'`
  const query = knex
    .withRecursive(
      'queues',
      knex.raw(
        `select (select min(queue) ${pending}) as queue union all
          select (select min(queue) ${pending} and queue > queues.queue) from queues where queues.queue is not null`,
      ),
    )
    .from('queues')
    .whereNotNull('queues.queue')
  return { query, dueAt: `(select min(scheduled_at) ${pending} and queue = queues.queue)` }
}
