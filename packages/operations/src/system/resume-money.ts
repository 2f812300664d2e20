import { AuditLog, coreErrors, defineOperation, Store } from '@parakh/core'
import { moment } from '@parakh/core/fields'
import * as z from 'zod'
import { ReasonField } from '../reason-field.ts'
import { systemWrite } from '../scopes.ts'
import { MoneyView } from './get-system.ts'

/** `money.resume` */
export const resumeMoney = defineOperation({
  id: 'money.resume',
  effect: 'write',
  summary: 'Resume paid calls that a broken invariant stopped, once the whole ledger verifies',
  scope: systemWrite,
  stepUp: true,
  path: '/money/resume',
  input: z.object({
    reason: ReasonField.describe('What was found and done; kept in the audit log'),
  }),
  output: MoneyView,
  whose: 'operators',
  // `ledger resume`, which also takes the head that was kept outside.
  command: false,
  needs: { audit: AuditLog, store: Store },
  async handle({ input: { reason }, actor, audit, store }) {
    const { mode } = await store.money.state()
    if (mode === 'recovery') throw coreErrors.error('MONEY_IN_RECOVERY')
    if (mode === 'stopped') {
      const { broken } = await store.ledger.verify()
      const [first] = broken
      if (first) throw coreErrors.error('LEDGER_NOT_VERIFIED', { count: broken.length, ...first })
      await store.money.resume(reason)
      await audit.append({
        ...{ actor, action: 'money.resume', subject: 'money', accountId: null },
        ...{ before: { money: mode }, after: { money: 'on', reason } },
      })
    }
    const state = await store.money.state()
    return { mode: state.mode, reason: state.reason, since: moment(state.since) }
  },
})
