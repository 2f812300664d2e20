import { Alerts, CONTRACT, definePlugin, defineScope, type Mail, type Plugin, type StandingAlert } from '@parakh/core'
import { webhooks } from '@parakh/webhooks'
import {
  type Browser,
  type ConsolePlace,
  type ConsoleProcess,
  consolePlace,
  type ProcessOptions,
} from '../../../../test/console.ts'
import alerts, { AlertRounds } from '../src/index.ts'

const MINUTE_MS = 60_000
/** Of the console: owners and admins have it, `billing` does not. */
const peopleRead = defineScope('people:read', { for: 'branch', summary: 'See people, roles and invitations' })

/** What stands, as a test says: by account, and of the server under the empty id. */
export type Standing = Map<string, readonly Partial<StandingAlert>[]>

const lettersOf = (standing: Standing): Plugin => {
  const standingOf = (id: string): readonly StandingAlert[] =>
    (standing.get(id) ?? []).map((one) => ({
      ...{ subject: null, environment: 'production', severity: 'soon', since: null, params: {} },
      ...one,
    }))
  const of = { title: 'Letter came back', scope: peopleRead, page: 'home' }
  return definePlugin({
    ...{ id: 'letters', contract: CONTRACT },
    contributes: [
      Alerts.contribute({
        ...{ id: 'returned', needs: {} },
        make: () => ({ ...of, of: 'accounts', standing: async (id) => standingOf(id) }),
      }),
      Alerts.contribute({
        ...{ id: 'office-closed', needs: {} },
        make: () => ({ ...of, of: 'operators', title: 'Office is closed', standing: async () => standingOf('') }),
      }),
    ],
  })()
}

/** A console with alerts, and what a test does to it. */
export interface AlertsWorld {
  readonly place: ConsolePlace
  readonly process: ConsoleProcess
  open(): Promise<ConsoleProcess>
  readonly standing: Standing
  round(of?: ConsoleProcess): Promise<void>
  /** An account of an owner who signed up, and the owner's browser. */
  account(email: string, name: string): Promise<{ readonly id: string; readonly browser: Browser }>
  /** Mails of alerts to an address: those with a code are others. */
  alertsTo(email: string): readonly Mail[]
  /** Lets time pass, and then looks and sends. */
  after(minutes: number): Promise<void>
}

/** A console with alerts, on a database of its own, where a test says what stands and what time it is. */
export async function alertsWorld(
  engine: 'sqlite3' | 'pg',
  options: Parameters<typeof alerts>[0] = {},
  more: Pick<ProcessOptions, 'mail' | 'plugins'> = {},
): Promise<AlertsWorld> {
  const place = await consolePlace(engine)
  const standing: Standing = new Map()
  const open = (): Promise<ConsoleProcess> =>
    place.open({
      ...more,
      plugins: [
        ...[alerts({ joinMinutes: 5, minutesBetweenMails: 15, ...options }), lettersOf(standing)],
        ...[webhooks({ allowInsecure: true, allowTargets: ['127.0.0.1'] }), ...(more.plugins ?? [])],
      ],
    })
  const process = await open()
  const { signal } = new AbortController()
  const round = async (of = process): Promise<void> => await of.server.host.get(AlertRounds).round(signal)
  return {
    ...{ place, process, open, standing, round },
    async account(email: string, name: string) {
      const browser = process.browser()
      const { body } = await browser.signUp(email, name)
      return { id: String(body.account_id), browser }
    },
    alertsTo: (email: string): readonly Mail[] =>
      process.mails.filter(({ to, id }) => to === email && id?.startsWith('alerts-')),
    async after(minutes: number): Promise<void> {
      place.clock.advance(minutes * MINUTE_MS)
      await round()
    },
  }
}
