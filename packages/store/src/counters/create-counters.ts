import type { Counters } from '@parakh/core'
import type { Database } from '../connection/database.ts'

/**
 * The counters on a database. They are written by batches alone (billing/batch).
 *
 * @example
 * const counters = createCounters(database)
 * await counters.value({ accountId, environment: 'production', name: 'volume:pan-details', period: '2026-11' })
 */
export const createCounters = ({ knex, table }: Pick<Database, 'knex' | 'table'>): Counters => ({
  async value({ accountId, environment, name, period }) {
    const row: { value: number | string } | undefined = await knex(table('counter'))
      .where({ account_id: accountId, environment, name, period })
      .first('value')
    return Number(row?.value ?? 0)
  },
})
