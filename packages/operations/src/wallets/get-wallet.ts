import { defineOperation, Wallet } from '@parakh/core'
import * as z from 'zod'
import { walletsRead } from '../scopes.ts'
import { BalanceView, presentBalance, WalletId } from './wallet-view.ts'

/** `wallets.get` */
export const getWallet = defineOperation({
  id: 'wallets.get',
  effect: 'read',
  summary: 'Get the balance of a wallet',
  scope: walletsRead,
  path: '/accounts/{account_id}/wallets/{environment}',
  input: z.object(WalletId),
  output: BalanceView,
  whose: { account: 'account_id' },
  needs: { wallet: Wallet },
  handle: async ({ input, wallet }) => presentBalance(input, await wallet.balance(input.account_id, input.environment)),
})
