import { Thresholds, type WalletThreshold } from '@parakh/core'
import { AmountField, EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'

const WalletId = z.object({ account_id: z.string(), environment: EnvironmentField })
const path = '/accounts/{account_id}/wallets/{environment}/threshold'
const ThresholdView = z.object({
  percent: z.int().nullable().describe('Of the balance after the last credit; null: none is set'),
  amount: Rupees.nullable().describe('Null: none is set'),
})
const present = ({ percent, amount }: WalletThreshold) => ({ percent, amount: amount && rupeesText(amount) })

const getThreshold = defineAdminRoute({
  id: 'wallets.threshold',
  method: 'GET',
  path,
  scope: 'wallets:read',
  summary: 'Get the balance thresholds of a wallet',
  params: WalletId,
  response: ThresholdView,
  owner: async (_host, { account_id }) => account_id,
  handle: async ({ host, params: { account_id, environment } }) =>
    present(await host.get(Thresholds).get(account_id, environment)),
})

const setThreshold = defineAdminRoute({
  id: 'wallets.set-threshold',
  method: 'PATCH',
  path,
  scope: 'wallets:alert',
  summary: 'Set the balance thresholds of a wallet; null removes one, omitted ones stay unchanged',
  params: WalletId,
  body: z.object({
    percent: z.int().min(1).max(99).nullable().exactOptional(),
    amount: AmountField.nullable().exactOptional(),
  }),
  response: ThresholdView,
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params: { account_id: accountId, environment }, body }) {
    return present(await host.get(Thresholds).set({ accountId, environment, ...body, actor }))
  },
})

/** Routes of balance thresholds. */
export const thresholdRoutes = [getThreshold, setThreshold]
