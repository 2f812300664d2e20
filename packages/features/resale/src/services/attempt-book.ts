import { AttemptLog, Clock, gaugeMetric, HostCatalogue, Logger, Metrics, service, token } from '@parakh/core'
import { configuredCost } from '../costs/configured-costs.ts'
import { type BookedAttemptLog, createAttemptLog } from '../costs/create-attempt-log.ts'
import { ResaleSettings } from '../settings.ts'
import { CappedDays, CostRows } from './price-parts.ts'

/** Books the attempts of this process. */
export const AttemptBook = token<BookedAttemptLog>('resale.attempt-book')

/** The attempt log of a server, and the part of it that other parts of resale use. */
export const attemptServices = [
  service(
    AttemptBook,
    { book: CostRows, days: CappedDays, catalogue: HostCatalogue, settings: ResaleSettings, logger: Logger },
    ({ catalogue, settings, ...parts }) =>
      createAttemptLog({ ...parts, configured: configuredCost(settings.costs, catalogue) }),
  ),
  service(AttemptLog, { book: AttemptBook }, ({ book }) => ({ record: (attempt) => book.record(attempt) })),
]

/** The age of the oldest cost that could not be booked: `deploy/prometheus` alerts on it. */
export const costMetrics = Metrics.contribute({
  id: 'costs',
  needs: { book: AttemptBook, clock: Clock },
  make: ({ book, clock }) => [
    gaugeMetric('parakh_costs_not_booked_seconds', 'Age of the oldest provider cost that is not booked', async () => {
      const since = await book.waitingSince()
      return since === null ? 0 : Math.max(0, (clock.now().getTime() - since) / 1_000)
    }),
  ],
})
