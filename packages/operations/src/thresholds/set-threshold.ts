import { defineOperation, Thresholds } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { walletsAlert } from '../scopes.ts'
import { WalletId } from '../wallets/wallet-view.ts'
import { presentThreshold, THRESHOLD_PATH, ThresholdView } from './threshold-view.ts'

/** `wallets.set-threshold` */
export const setThreshold = defineOperation({
  id: 'wallets.set-threshold',
  effect: 'write',
  method: 'PATCH',
  summary:
    'Set the balance thresholds of a wallet; null removes one, omitted ones stay; without a change it shows them',
  scope: walletsAlert,
  stepUp: true,
  path: THRESHOLD_PATH,
  input: z.object({
    ...WalletId,
    percent: z.int().min(1).max(99).nullable().exactOptional().describe('Of the balance after the last credit'),
    amount: AmountField.nullable().exactOptional().describe('Rupees, such as 100.00'),
  }),
  output: ThresholdView,
  whose: { account: 'account_id' },
  command: {
    name: 'wallets threshold',
    flags: { off: { summary: 'Remove the thresholds', sets: { percent: null, amount: null } } },
    text: ({ percent, amount }) => {
      const set = [...(percent === null ? [] : [`${percent} %`]), ...(amount === null ? [] : [`${amount} INR`])]
      return set.length === 0
        ? 'No threshold is set.'
        : `wallet.low_balance is emitted below ${set.join(', and below ')}.`
    },
  },
  needs: { thresholds: Thresholds },
  async handle({ input: { account_id: accountId, environment, ...change }, actor, thresholds }) {
    const isChange = Object.keys(change).length > 0
    return presentThreshold(
      isChange
        ? await thresholds.set({ accountId, environment, ...change, actor })
        : await thresholds.get(accountId, environment),
    )
  },
})
