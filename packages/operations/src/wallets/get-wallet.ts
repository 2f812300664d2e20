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
  command: {
    name: 'wallets show',
    text: ({ balance, held, available, owed }, { draw }) =>
      draw.table(
        ['Balance', 'Held', 'Available', 'Owed'],
        [[balance, held, available, owed].map((amount) => `${amount} INR`)],
      ),
  },
  needs: { wallet: Wallet },
  handle: async ({ input, wallet }) => presentBalance(input, await wallet.balance(input.account_id, input.environment)),
})
