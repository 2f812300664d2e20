import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Invoices } from '../contract/invoices.ts'
import { BillingFields, BillingView, billingText, presentBilling } from './billing-view.ts'
import { billingWrite, statementsRead } from './scopes.ts'

const of = { path: '/accounts/{account_id}/billing', output: BillingView, needs: { invoices: Invoices } } as const

/** The billing details of an account. */
export const getBilling = defineOperation({
  ...{ ...of, id: 'billing.get', effect: 'read', scope: statementsRead },
  summary: 'Get the billing details of an account',
  input: z.object({ account_id: z.string() }),
  whose: { account: 'account_id' },
  command: { name: 'accounts billing show', positional: ['account_id'], text: billingText },
  handle: async ({ input: { account_id }, invoices }) => presentBilling(account_id, await invoices.details(account_id)),
})

/** Sets the billing details of an account. */
export const setBilling = defineOperation({
  ...{ ...of, id: 'billing.set', effect: 'write', method: 'PUT', scope: billingWrite },
  stepUp: true,
  summary: 'Set the billing details of an account for its next invoices',
  input: z.object({
    account_id: z.string(),
    ...{ ...BillingFields.shape, gstin: BillingFields.shape.gstin.default(null) },
  }),
  whose: { account: 'account_id' },
  command: {
    ...{ name: 'accounts billing set', positional: ['account_id'], text: billingText },
    options: { state_code: { flag: 'state' } },
  },
  async handle({ input: { account_id: accountId, state_code: stateCode, ...rest }, actor, invoices }) {
    return presentBilling(accountId, await invoices.setDetails({ accountId, stateCode, ...rest }, actor))
  },
})
