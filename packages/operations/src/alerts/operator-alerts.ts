import { Alerts, Clock, LiveSources, type StandingAlert, Store, Upstream } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { systemRead } from '../scopes.ts'

/** Work that is due for so long is late: a restart takes less. */
const LATE_MS = 900_000
/** What ends within so long ends soon: a licence, a client certificate. */
const ENDS_SOON_MS = 30 * 86_400_000

const ofSystem = { of: 'operators', scope: systemRead, page: 'system' } as const
const ofServer = (alert: Pick<StandingAlert, 'severity'> & Partial<StandingAlert>): StandingAlert => ({
  ...{ subject: null, environment: null, since: null, params: {} },
  ...alert,
})

/** Reads the row of the switch. */
const moneyStopped = Alerts.contribute({
  ...{ id: 'money-stopped', needs: { store: Store } },
  make: ({ store }) => ({
    ...{ ...ofSystem, title: 'Paid calls are stopped' },
    async standing() {
      const { mode, since } = await store.money.state()
      return mode === 'on' ? [] : [ofServer({ severity: 'now', since: new Date(since), params: { mode } })]
    },
  }),
})

/** Reads nothing: what this process has in memory. */
const circuitOpen = Alerts.contribute({
  ...{ id: 'circuit-open', needs: { upstream: Upstream } },
  make: ({ upstream }) => ({
    ...{ ...ofSystem, page: 'sources', title: 'Circuit of a source is open' },
    standing: async () =>
      upstream
        .health()
        .filter(({ circuit }) => circuit !== 'closed')
        .map(({ provider }) => ofServer({ severity: 'now', subject: provider, params: { provider } })),
  }),
})

/** Reads jobs that are due, by the index of their times. */
const jobsLate = Alerts.contribute({
  ...{ id: 'jobs-late', needs: { store: Store, clock: Clock } },
  make: ({ store, clock }) => ({
    ...{ ...ofSystem, title: 'Jobs are late' },
    async standing() {
      const now = clock.now().getTime()
      const late = (await store.jobs.backlog(now)).filter(({ oldestAt }) => oldestAt <= now - LATE_MS)
      return late.map(({ kind: job, due, oldestAt }) =>
        ofServer({ severity: 'soon', subject: job, since: new Date(oldestAt), params: { job, due: `${due}` } }),
      )
    },
  }),
})

/** Reads the oldest event of the outbox. */
const eventsLate = Alerts.contribute({
  ...{ id: 'events-late', needs: { store: Store, clock: Clock } },
  make: ({ store, clock }) => ({
    ...{ ...ofSystem, title: 'Events are accepted by no sink' },
    async standing() {
      const oldestAt = await store.outbox.oldestAt()
      if (oldestAt === null || oldestAt > clock.now().getTime() - LATE_MS) return []
      return [ofServer({ severity: 'now', since: new Date(oldestAt) })]
    },
  }),
})

/** Reads nothing: what the configuration says. */
const licenceEnds = Alerts.contribute({
  ...{ id: 'licence-ends', needs: { sources: LiveSources, clock: Clock } },
  make: ({ sources, clock }) => ({
    ...{ of: 'operators', scope: systemRead, page: null, title: 'Licence ends' },
    async standing() {
      const regulated = sources.list().filter(({ operations }) => operations.some((one) => one.regulated))
      return [...new Map(regulated.map(({ plugin, licensedUntil }) => [plugin, licensedUntil]))].flatMap(
        ([plugin, until]) => ending(until, clock, { subject: plugin, params: { plugin } }),
      )
    },
  }),
})

/** Reads nothing: what the files of the sources said at start. */
const certificateEnds = Alerts.contribute({
  ...{ id: 'certificate-ends', needs: { sources: LiveSources, clock: Clock } },
  make: ({ sources, clock }) => ({
    ...{ ...ofSystem, page: 'sources', title: 'Client certificate of a source ends' },
    standing: async () =>
      sources
        .list()
        .flatMap(({ id, certifiedUntil }) => ending(certifiedUntil, clock, { subject: id, params: { provider: id } })),
  }),
})

/** An alert where a last day is past, or soon. */
function ending(
  until: string | null,
  clock: Clock,
  { subject, params }: Pick<StandingAlert, 'subject' | 'params'>,
): readonly StandingAlert[] {
  const [today, soon] = [0, ENDS_SOON_MS].map((ms) => indianDay(new Date(clock.now().getTime() + ms)))
  if (until === null || until > `${soon}`) return []
  const severity = until < `${today}` ? 'now' : 'soon'
  return [ofServer({ severity, subject, params: { ...params, until } })]
}

/** What of the platform needs an act of operators, besides its queues of work. */
export const operatorAlerts = [moneyStopped, circuitOpen, jobsLate, eventsLate, licenceEnds, certificateEnds]
