import type { Usage } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

const Outcome = z.object({ outcome: z.string(), calls: Counted })

interface Counters {
  readonly requests_day: string
  readonly requests_today: number
  readonly requests_total: number
}

/**
 * The counters that settle keeps on each wallet, and the outcomes of the usage log (decisions.md section 11).
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
    async outcomes({ from, until }, accountId) {
      const { knex, table } = database
      if (accountId !== null && !(await knex(table('account')).where({ id: accountId }).first('id')))
        throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
      const query = knex(table('usage'))
        .where({ environment: 'production', ...(accountId === null ? {} : { account_id: accountId }) })
        .where('at', '>=', from.getTime())
        .where('at', '<', until.getTime())
        .whereIn('outcome', ['answer', 'none', 'failed'])
        .where('calls', '>', 0)
      const rows = z.array(Outcome).parse(await query.groupBy('outcome').select('outcome').count({ calls: '*' }))
      const callsOf = (outcome: string): number => rows.find((row) => row.outcome === outcome)?.calls ?? 0
      return { answered: callsOf('answer') + callsOf('none'), failed: callsOf('failed') }
    },
  }
}
