import { defineOperation, Thresholds } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { walletsAlert } from '../scopes.ts'
import { presentThreshold, THRESHOLD_PATH, ThresholdView, WalletId } from './threshold-view.ts'

/** `wallets.set-threshold` */
export const setThreshold = defineOperation({
  id: 'wallets.set-threshold',
  effect: 'write',
  method: 'PATCH',
  summary: 'Set the balance thresholds of a wallet; null removes one, omitted ones stay unchanged',
  scope: walletsAlert,
  path: THRESHOLD_PATH,
  input: z.object({
    ...WalletId,
    percent: z.int().min(1).max(99).nullable().exactOptional(),
    amount: AmountField.nullable().exactOptional(),
  }),
  output: ThresholdView,
  whose: { account: 'account_id' },
  needs: { thresholds: Thresholds },
  async handle({ input: { account_id: accountId, environment, ...change }, actor, thresholds }) {
    return presentThreshold(await thresholds.set({ accountId, environment, ...change, actor }))
  },
})
