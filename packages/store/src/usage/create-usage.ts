import type { Usage } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

interface Counters {
  readonly requests_day: string
  readonly requests_today: number
  readonly requests_total: number
}

/**
 * The counters that settle keeps on each wallet: no scan of the usage log (decisions.md section 11).
 *
 * @returns `counts` throws `ACCOUNT_NOT_FOUND`.
 * @example
 * const { today, total } = await createUsage(database).counts(accountId, 'production', new Date())
 */
export function createUsage(database: Database): Usage {
  return {
    async counts(accountId, environment, at) {
      const row: Counters | undefined = await database
        .knex(database.table('wallet'))
        .where({ account_id: accountId, environment })
        .first('requests_day', 'requests_today', 'requests_total')
      if (!row) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
      const today = row.requests_day === indianDay(at) ? Number(row.requests_today) : 0
      return { today, total: Number(row.requests_total) }
    },
  }
}
