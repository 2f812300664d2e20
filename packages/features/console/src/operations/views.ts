import { defineOperation } from '@parakh/core'
import { Moment } from '@parakh/core/fields'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { NOTHING, personOf, write } from './own.ts'

const VIEW_MS = 3_600_000

/** `views.begin`: one account at a time. */
export const beginView = defineOperation({
  ...{ ...write, id: 'views.begin', path: '/me/view', stepUp: true, whose: 'operators' },
  // It needs a session, which the command line has not.
  command: false,
  summary:
    'Open the console as an account sees it, as an operator, for an hour: everything is read and nothing changed',
  input: z.object({
    account_id: z.string(),
    reason: z.string().trim().min(1).max(500).describe('Why; kept in the audit log, no identity number'),
  }),
  output: z.object({ account_id: z.string(), until: Moment }),
  async handle({ input: { account_id, reason }, person, actor, parts }) {
    const { sessionId } = personOf(person)
    const until = new Date(parts.clock.now().getTime() + VIEW_MS)
    await parts.tables.transaction(function* (tx) {
      yield* tx.account(account_id)
      const view = { view_account: account_id, view_until: until.getTime() }
      if ((yield* tx.run(statements.setView({ id: sessionId, ...view }))) !== 1)
        throw consoleErrors.error('SESSION_ENDED')
      yield* tx.audit({
        ...{ actor, accountId: account_id, action: 'account.view-as', subject: `account/${account_id}` },
        ...{ before: null, after: { reason, until: until.toISOString() } },
      })
    })
    return { account_id, until: until.toISOString() }
  },
})

/** `views.end`: by the operator, for an account that is only seen changes nothing. */
export const endView = defineOperation({
  ...{ ...write, id: 'views.end', method: 'DELETE', summary: 'End the view of an account', path: '/me/view' },
  output: NOTHING,
  async handle({ person, actor, parts }) {
    const { sessionId: id } = personOf(person)
    await parts.tables.transaction(function* (tx) {
      const accountId = (yield* tx.first(statements.viewedAccount({ id })))?.view_account ?? null
      if (accountId === null) return
      if ((yield* tx.run(statements.endView({ id, view_account: accountId }))) !== 1) return
      yield* tx.audit({ actor, accountId, action: 'account.view-end', subject: `account/${accountId}` })
    })
    return {}
  },
})
