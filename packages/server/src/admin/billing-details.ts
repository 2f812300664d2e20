import { type BillingDetails, Invoices } from '@parakh/core'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'

const AccountId = z.object({ account_id: z.string() })
const Details = z.object({
  name: z.string().describe('The legal name'),
  gstin: z.string().nullable().describe('Null: not registered'),
  state_code: z.string().describe('Two digits of GST, such as 29: the place of supply'),
  address: z.string(),
})
const View = z.object({ account_id: z.string(), billing: Details.nullable().describe('Null: none were set') })

const present = (account_id: string, details: BillingDetails | null): z.input<typeof View> => ({
  account_id,
  billing: details && {
    ...{ name: details.name, gstin: details.gstin, state_code: details.stateCode, address: details.address },
  },
})

const getDetails = defineAdminRoute({
  id: 'billing.get',
  method: 'GET',
  path: '/accounts/{account_id}/billing',
  scope: 'statements:read',
  summary: 'Get the billing details of an account',
  params: AccountId,
  response: View,
  handle: async ({ host, params: { account_id } }) => present(account_id, await host.get(Invoices).details(account_id)),
})
const setDetails = defineAdminRoute({
  id: 'billing.set',
  method: 'PUT',
  path: '/accounts/{account_id}/billing',
  scope: 'statements:write',
  summary: 'Set the billing details of an account for its next invoices',
  params: AccountId,
  body: Details.extend({ gstin: Details.shape.gstin.default(null) }),
  response: View,
  async handle({ host, actor, params: { account_id: accountId }, body: { state_code: stateCode, ...rest } }) {
    return present(accountId, await host.get(Invoices).setDetails({ accountId, stateCode, ...rest }, actor))
  },
})

/** Routes of billing details. */
export const billingRoutes = [getDetails, setDetails]
