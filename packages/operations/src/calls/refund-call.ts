import {
  AuditLog,
  Billing,
  type CallState,
  Clock,
  checkReason,
  coreErrors,
  defineOperation,
  exactDecimal,
  NO_WRITES,
  notFound,
  Retention,
  UsageLog,
  Wallets,
} from '@parakh/core'
import { EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { ReasonField } from '../reason-field.ts'
import { callsRefund } from '../scopes.ts'
import { CallIdField } from '../usage/call-id-field.ts'
import { callById } from './call-by-id.ts'

const RefundView = z.object({
  reference: z.string(),
  account_id: z.string(),
  environment: EnvironmentField,
  amount: Rupees.describe('What the wallet has back; 0.00 where a unit of a plan was given back, or a hold released'),
  gave_back: z.enum(['money', 'plan_unit', 'hold']),
})
type GaveBack = z.output<typeof RefundView>['gave_back']

/** `calls.refund` */
export const refundCall = defineOperation({
  id: 'calls.refund',
  effect: 'write',
  summary: 'Refund a call, once, with its commission or its plan unit',
  scope: callsRefund,
  stepUp: true,
  path: '/calls/{reference}/refund',
  input: z.object({
    reference: CallIdField.describe(
      'Our id of the call, or its idempotency key or request id if only one account used that',
    ),
    reason: ReasonField.describe('The reason, stored in the ledger; no identity number'),
  }),
  output: RefundView,
  errors: { CALL_NOT_REFUNDABLE: 409 },
  whose: { owner: async ({ reference }, services) => (await callById(services, reference))?.accountId ?? null },
  command: {
    name: 'usage refund',
    positional: ['reference'],
    text: ({ reference, amount, gave_back }) => `Call ${reference}: ${TOLD[gave_back](amount)}.`,
  },
  needs: {
    audit: AuditLog,
    billing: Billing,
    clock: Clock,
    drivers: Wallets,
    retention: Retention,
    usageLog: UsageLog,
  },
  async handle({ input: { reference: id, reason }, actor, audit, drivers, ...services }) {
    checkReason(reason)
    const { billing, clock } = services
    const call = await callById(services, id)
    if (!call) throw notFound()
    const { reference, accountId, environment, pool, charged } = call
    const takesNone = [...drivers.values()].some((driver) => driver !== 'ledger' && !driver.refund)
    if (environment === 'production' && charged > 0 && takesNone) throw notRefundable(reference, EXTERNAL)
    const writes = { ...NO_WRITES, refunds: [{ reference, reason, actor }] }
    const of = { accountId, environment, at: clock.now().getTime(), actor }
    const { kind } = await billing.commit({ kind: 'commit', ...of, writes })
    if (kind !== 'done') throw notRefundable(reference, whyNot(call))
    const gaveBack: GaveBack = call.phase === 'accepted' ? 'hold' : pool !== null ? 'plan_unit' : 'money'
    const amount = exactDecimal(charged)
    // By itself, as that of a credit: the ledger has the posting, its reason and who asked for it.
    await audit.append({
      ...{ actor, accountId, action: 'call.refund', subject: `call/${reference}`, before: null },
      after: { gave_back: gaveBack, amount, reason, environment },
    })
    return {
      ...{ reference, account_id: accountId, environment },
      ...{ amount: rupeesText(charged), gave_back: gaveBack },
    }
  },
})

const TOLD: Readonly<Record<GaveBack, (amount: string) => string>> = {
  money: (amount) => `${amount} INR were given back, and with them what commission there was`,
  plan_unit: () => 'its unit of the plan was given back',
  hold: () => 'its hold was released',
}

const EXTERNAL = 'its money is kept by an external wallet that takes no refunds'
const notRefundable = (reference: string, detail: string) =>
  coreErrors.error('CALL_NOT_REFUNDABLE', { reference, detail })

/** Why nothing was given back, as the call stood before. */
function whyNot({ phase, charged, refunded }: CallState): string {
  if (phase === 'held' || phase === 'dispatched') return 'it is not answered yet'
  if (refunded > 0) return 'it was refunded before'
  return charged === 0 ? 'it cost nothing, or was given back before' : 'it was refunded at this moment'
}
