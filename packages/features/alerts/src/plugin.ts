import {
  AccountPeople,
  Accounts,
  Alerts,
  CONTRACT,
  definePlugin,
  defineWork,
  EventSinks,
  HostScopes,
  Ids,
  Logger,
  Mailer,
  optional,
  SharedClock,
  SignedPosts,
  service,
} from '@parakh/core'
import * as z from 'zod'
import { AlertRounds, alertRounds } from './alert-rounds.ts'
import { alertsErrors } from './error-codes.ts'
import { getAlertChoice, setAlertChoice } from './operations/choices.ts'
import { notSent } from './operations/not-sent.ts'
import { AlertSettings, alertFaults } from './settings.ts'
import { alertStatements } from './tables/alert-statements.ts'
import { alertTables } from './tables/alert-tables.ts'
import { mailStatements } from './tables/mail-statements.ts'
import { AlertParts } from './telling/alert-parts.ts'
import { alertSink } from './telling/event-sink.ts'
import { ROUND_MS } from './telling/look-at-accounts.ts'

/**
 * Mails of alerts to people, and a webhook of them for operators.
 *
 * @example
 * createServer({ mail, plugins: [console(), alerts({ joinMinutes: 10 })] })
 */
export const alerts = definePlugin({
  ...{ id: 'alerts', contract: CONTRACT, errors: [alertsErrors] },
  settings: AlertSettings,
  check: alertFaults,
  tables: alertTables,
  statements: [alertStatements, mailStatements],
  services: [
    service(
      AlertParts,
      {
        ...{ tables: alertTables, clock: SharedClock, ids: Ids, logger: Logger, accounts: Accounts, rules: Alerts },
        ...{ scopes: HostScopes, people: optional(AccountPeople), mailer: optional(Mailer), settings: AlertSettings },
      },
      ({ people, mailer, ...parts }) => ({ ...parts, people: mailer === null ? null : people }),
    ),
    service(AlertRounds, { parts: AlertParts, posts: optional(SignedPosts) }, ({ parts, posts }) =>
      alertRounds(parts, posts),
    ),
  ],
  operations: [getAlertChoice, setAlertChoice],
  contributes: [
    notSent,
    EventSinks.driver({
      ...{ id: 'alerts', options: z.strictObject({}), needs: { parts: AlertParts } },
      make: ({ parts }) => alertSink(parts),
    }),
  ],
  work: [
    defineWork({
      ...{ id: 'alerts.rounds', everyMs: ROUND_MS, where: ['serve'], needs: { rounds: AlertRounds } },
      // What stops money is told while it is stopped.
      inRecovery: true,
      run: ({ rounds, signal }) => rounds.round(signal),
    }),
  ],
})
