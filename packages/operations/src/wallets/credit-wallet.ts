import { decimal, defineOperation, OperatorActs, Wallet, Wallets } from '@parakh/core'
import * as z from 'zod'
import { walletsWrite } from '../scopes.ts'
import { standingText, waitingText } from './act-text.ts'
import { AfterView, act, MovedAmount, ReferenceField, WaitingField, WalletId } from './wallet-view.ts'

/** `wallets.credit` */
export const creditWallet = defineOperation({
  id: 'wallets.credit',
  effect: 'write',
  summary: 'Credit a wallet; idempotent per reference',
  scope: walletsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/wallets/{environment}/credits',
  input: z.object({ ...WalletId, amount: MovedAmount, reference: ReferenceField }),
  output: AfterView.extend({
    credited: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
    waiting_funding_id: WaitingField,
  }),
  whose: { account: 'account_id' },
  command: {
    options: { amount: { value: '<rupees>' } },
    text: (output, { input: { amount, reference } }) =>
      output.waiting_funding_id !== null
        ? waitingText(output.waiting_funding_id)
        : output.credited
          ? `Credited ${decimal(amount)} INR. ${standingText(output)}`
          : `Nothing was credited: the reference ${reference} was credited before. ${standingText(output)}`,
  },
  needs: { acts: OperatorActs, wallet: Wallet, wallets: Wallets },
  async handle({ input: { amount, reference, ...named }, actor, ...services }) {
    const { view, moved } = await act(services, named, { method: 'credit', amount, reference, actor })
    return { ...view, credited: moved }
  },
})
