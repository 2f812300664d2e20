import type { ChargedCalls, ChargedUsage, TableAccess } from '@parakh/core'
import { chargedStatements } from '../tables/charged-statements.ts'
import { dayOf } from '../tables/indian-days.ts'

/** Accounts of one statement: on SQLite calls wait while it is read. */
const ACCOUNTS_AT_ONCE = 200

/**
 * Charged calls from the roll-ups of the usage log.
 *
 * @example
 * const usage = createChargedUsage({ tables })
 * await usage.read({ accountIds, environment: 'production', from, until })
 */
export const createChargedUsage = ({ tables }: { readonly tables: Pick<TableAccess, 'rows'> }): ChargedUsage => ({
  async read({ accountIds, environment, from, until }) {
    const days = { environment, first_day: dayOf(from), last_day: dayOf(until - 1) }
    const found: ChargedCalls[] = []
    for (let first = 0; first < accountIds.length; first += ACCOUNTS_AT_ONCE) {
      const accounts = accountIds.slice(first, first + ACCOUNTS_AT_ONCE)
      const rows = await tables.rows(chargedStatements.byEndpoint({ accounts, ...days }))
      found.push(...rows.map(({ account_id: accountId, ...row }) => ({ accountId, ...row })))
    }
    return found
  },
})
