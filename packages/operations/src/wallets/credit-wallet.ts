import { defineOperation, OperatorActs, Wallet, Wallets } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { walletsWrite } from '../scopes.ts'
import { AfterView, act, ReferenceField, WaitingField, WalletId } from './wallet-view.ts'

/** `wallets.credit` */
export const creditWallet = defineOperation({
  id: 'wallets.credit',
  effect: 'write',
  summary: 'Credit a wallet; idempotent per reference',
  scope: walletsWrite,
  path: '/accounts/{account_id}/wallets/{environment}/credits',
  input: z.object({ ...WalletId, amount: AmountField, reference: ReferenceField }),
  output: AfterView.extend({
    credited: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
    waiting_funding_id: WaitingField,
  }),
  whose: { account: 'account_id' },
  needs: { acts: OperatorActs, wallet: Wallet, wallets: Wallets },
  async handle({ input: { amount, reference, ...named }, actor, ...services }) {
    const { view, moved } = await act(services, named, { method: 'credit', amount, reference, actor })
    return { ...view, credited: moved }
  },
})
