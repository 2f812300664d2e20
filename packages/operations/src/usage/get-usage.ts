import { Billing, Clock, defineOperation, Entitlements, notFound, Retention, UsageLog } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { usageRead } from '../scopes.ts'
import { CallIdField } from './call-id-field.ts'
import { findByReference, findByRequestId } from './find-request.ts'
import { requireLog } from './usage-page.ts'
import { presentUsage, refundsOf, UsageView } from './usage-view.ts'

/** `usage.get` */
export const getUsage = defineOperation({
  id: 'usage.get',
  effect: 'read',
  summary: 'Get one request of an account; of several with one request id the newest',
  scope: usageRead,
  path: '/accounts/{account_id}/usage/{call_id}',
  input: z.object({
    account_id: z.string(),
    call_id: CallIdField.describe(
      'The idempotency key or request id, or our reference. A request that was refused before it became a call has no reference',
    ),
    environment: EnvironmentField.default('production'),
  }),
  output: UsageView,
  whose: { account: 'account_id' },
  command: { positional: ['call_id'] },
  needs: { billing: Billing, clock: Clock, retention: Retention, usageLog: UsageLog, entitlements: Entitlements },
  async handle({ input: { account_id: accountId, call_id, environment }, viewer, entitlements, ...services }) {
    await requireLog({ viewer, entitlements }, environment)
    const search = { ...services, wallet: { accountId, environment } }
    const found = (await findByRequestId(search, call_id)) ?? (await findByReference(search, { reference: call_id }))
    if (!found) throw notFound()
    return presentUsage(found.row, await refundsOf(services.billing, [found.row]))
  },
})
