import { defineOperation, Thresholds } from '@parakh/core'
import * as z from 'zod'
import { walletsRead } from '../scopes.ts'
import { WalletId } from '../wallets/wallet-view.ts'
import { presentThreshold, THRESHOLD_PATH, ThresholdView } from './threshold-view.ts'

/** `wallets.threshold` */
export const getThreshold = defineOperation({
  id: 'wallets.threshold',
  effect: 'read',
  summary: 'Get the balance thresholds of a wallet',
  scope: walletsRead,
  path: THRESHOLD_PATH,
  input: z.object(WalletId),
  output: ThresholdView,
  whose: { account: 'account_id' },
  // `wallets threshold` without a change shows them.
  command: false,
  needs: { thresholds: Thresholds },
  handle: async ({ input: { account_id, environment }, thresholds }) =>
    presentThreshold(await thresholds.get(account_id, environment)),
})
