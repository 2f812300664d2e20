import { Clock, PriceRules, RevisionCache } from '@parakh/core'
import { ReferralSettings } from './operations.ts'
import { referralTables, statements } from './referral-tables.ts'

/** Who came by a code makes its first production calls for nothing: units that the host holds and returns as it does money. */
export const freeCalls = PriceRules.contribute({
  id: 'free-calls',
  needs: { tables: referralTables, clock: Clock, settings: ReferralSettings },
  make({ tables, clock, settings: { freeCalls: limit } }) {
    // In memory, at most a second old: a call does not wait for a query.
    const known = new RevisionCache<{ readonly revision: number; readonly accounts: Set<string> }>({
      clock,
      changesHere: () => tables.changesHere(),
      async refresh(before = { revision: 0, accounts: new Set() }) {
        const revision = await tables.revision()
        if (revision === before.revision) return before
        for (const row of await tables.rows(statements.usedSince(before))) before.accounts.add(row.account_id)
        return { ...before, revision }
      },
    })
    return {
      phase: 'cover',
      async cover({ account, environment }, price) {
        if (environment !== 'production' || price === 0 || !(await known.get()).accounts.has(account.id)) return null
        return { name: 'referrals:free-calls', period: 'ever', version: 'referrals', limit }
      },
    }
  },
})
