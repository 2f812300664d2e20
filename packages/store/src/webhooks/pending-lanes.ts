import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/** A query of the lanes that have attempts to come: a row each, `lanes.lane`. */
export interface PendingLanes {
  readonly query: Knex.QueryBuilder
  /** SQL: when the first attempt of a row's lane is due. */
  readonly dueAt: string
}

/**
 * The lanes that have attempts to come. It steps from lane to lane along the index, so that one lane's thousands cost no more than another
 * one's single attempt.
 */
export function pendingLanes({ knex, table }: Pick<Database, 'knex' | 'table'>): PendingLanes {
  const pending = `from ${table('webhook_attempt')} where status = 'pending'`
  const query = knex
    .withRecursive(
      'lanes',
      knex.raw(
        `select (select min(lane) ${pending}) as lane union all
          select (select min(lane) ${pending} and lane > lanes.lane) from lanes where lanes.lane is not null`,
      ),
    )
    .from('lanes')
    .whereNotNull('lanes.lane')
  return { query, dueAt: `(select min(scheduled_at) ${pending} and lane = lanes.lane)` }
}
