import { Alerts, Clock, HostCatalogue } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { capsOf } from '../costs/configured-costs.ts'
import { AttemptBook } from '../services/attempt-book.ts'
import { CostRows } from '../services/price-parts.ts'
import { costsRead } from './scopes.ts'

/** A batch that waits for the database's next second needs no alert. */
const NOT_BOOKED_AFTER_MS = 60_000

/** Reads the rows of a day, one for each capped source, and nothing where no source has a cap. */
const sourceCapped = Alerts.contribute({
  ...{ id: 'source-capped', needs: { book: CostRows, catalogue: HostCatalogue, clock: Clock } },
  make: ({ book, catalogue, clock }) => {
    const caps = capsOf(catalogue)
    return {
      ...{ of: 'operators', title: 'Daily cap of a source is reached', scope: costsRead, page: 'sources' },
      async standing() {
        if (caps.size === 0) return []
        const days = await book.sourceDays(`${indianDay(clock.now())}`)
        return days.flatMap(({ source, requests }) => {
          const cap = caps.get(source)
          if (cap === undefined || requests < cap) return []
          const params = { provider: source, cap: `${cap}` }
          return [{ subject: source, environment: null, severity: 'now' as const, since: null, params }]
        })
      },
    }
  },
})

/** Reads the oldest row of attempts that were set aside, and the memory of this process. */
const costsNotBooked = Alerts.contribute({
  id: 'costs-not-booked',
  needs: { book: AttemptBook, clock: Clock },
  make: ({ book, clock }) => ({
    of: 'operators',
    title: 'Provider costs cannot be booked',
    scope: costsRead,
    page: 'system',
    async standing() {
      const since = await book.waitingSince()
      if (since === null || clock.now().getTime() - since < NOT_BOOKED_AFTER_MS) return []
      return [{ subject: null, environment: null, severity: 'soon' as const, since: new Date(since), params: {} }]
    },
  }),
})

/** Alerts about costs that operators must act on. */
export const costAlerts = [sourceCapped, costsNotBooked]
