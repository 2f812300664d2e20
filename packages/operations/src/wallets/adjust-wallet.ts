import { decimal, defineOperation, OperatorActs, Wallet, Wallets } from '@parakh/core'
import { SignedAmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { ReasonField } from '../reason-field.ts'
import { walletsWrite } from '../scopes.ts'
import { standingText, waitingText } from './act-text.ts'
import { AfterView, act, ReferenceField, WaitingField, WalletId } from './wallet-view.ts'

/** `wallets.adjust` */
export const adjustWallet = defineOperation({
  id: 'wallets.adjust',
  effect: 'write',
  summary: 'Correct a wallet up or down, or reverse a credit; idempotent per reference',
  scope: walletsWrite,
  stepUp: true,
  path: '/accounts/{account_id}/wallets/{environment}/adjustments',
  input: z.object({
    ...WalletId,
    amount: SignedAmountField,
    reference: ReferenceField,
    reason: ReasonField.describe('The reason, stored in the ledger; no identity number'),
  }),
  output: AfterView.extend({
    adjusted: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
    waiting_funding_id: WaitingField,
  }),
  whose: { account: 'account_id' },
  command: {
    options: { amount: { value: '<rupees>' } },
    text: (output, { input: { amount, reference } }) =>
      output.waiting_funding_id !== null
        ? waitingText(output.waiting_funding_id)
        : output.adjusted
          ? `Adjusted by ${decimal(amount)} INR. ${standingText(output)}`
          : `Nothing was adjusted: the reference ${reference} was used before. ${standingText(output)}`,
  },
  needs: { acts: OperatorActs, wallet: Wallet, wallets: Wallets },
  async handle({ input: { amount, reference, reason, ...named }, actor, ...services }) {
    const { view, moved } = await act(services, named, { method: 'adjustment', amount, reference, reason, actor })
    return { ...view, adjusted: moved }
  },
})
