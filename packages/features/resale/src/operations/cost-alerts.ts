import { Alerts, Clock, HostCatalogue } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { capsOf } from '../costs/configured-costs.ts'
import { CostRows } from '../services/price-parts.ts'
import { costsRead } from './scopes.ts'

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

/** What of costs needs an act of operators. */
export const costAlerts = [sourceCapped]
