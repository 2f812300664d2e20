import { Alerts, personSelf, type StandingAlert } from '@parakh/core'
import { alertTables } from '../tables/alert-tables.ts'
import { mailStatements } from '../tables/mail-statements.ts'

const FAILED_TRIES = 4

/** Mails or messages that have failed some times. Counts those of a few people. */
export const notSent = Alerts.contribute({
  ...{ id: 'not-sent', needs: { tables: alertTables } },
  make: ({ tables }) => ({
    ...{ of: 'operators', title: 'Alerts are not sent', scope: personSelf, page: null },
    async standing() {
      const rows = await tables.rows(mailStatements.failing({ tries: FAILED_TRIES }))
      return rows.flatMap(({ what, waiting }): readonly StandingAlert[] =>
        waiting === 0
          ? []
          : [
              {
                subject: what,
                environment: null,
                severity: 'soon',
                since: null,
                params: { what, waiting: `${waiting}` },
              },
            ],
      )
    },
  }),
})
