import { Allotments, balanceAfter, defineOperation, forbidden, OperatorActs, Wallet, Wallets } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { walletsAllot } from '../scopes.ts'
import { TOLD_LATER, waitingText } from './act-text.ts'
import { MovedAmount, ReferenceField, WaitingField, WalletId } from './wallet-view.ts'

const AllotmentView = z.object({
  allotted: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
  waiting_funding_id: WaitingField,
  from_balance: Rupees.nullable().describe('Null: the external wallet does not say it'),
  to_balance: Rupees.nullable(),
  to_owed: Rupees.nullable(),
  elsewhere: z.boolean().describe('True: an external wallet keeps the money, and is told by a running server'),
})
const Input = z.object({
  ...WalletId,
  to_account_id: z.string().describe('Its direct child'),
  amount: MovedAmount,
  reference: ReferenceField,
})

/** `wallets.allot` */
export const allot = defineOperation({
  id: 'wallets.allot',
  effect: 'write',
  summary: 'Move credit to a direct child; idempotent per reference. An account does so from its own wallet only',
  scope: walletsAllot,
  stepUp: true,
  path: '/accounts/{account_id}/wallets/{environment}/allotments',
  input: Input,
  output: AllotmentView,
  whose: { account: 'account_id' },
  command: {
    options: { account_id: { flag: 'from' }, to_account_id: { flag: 'to' }, amount: { value: '<rupees>' } },
    more: ({ from_balance, to_balance, to_owed }, { account_id, to_account_id }) => ({
      from: { account_id, balance: from_balance },
      to: { account_id: to_account_id, balance: to_balance, owed: to_owed },
    }),
    text: (output, { input }) => describe(output, input),
  },
  needs: { acts: OperatorActs, allotments: Allotments, wallet: Wallet, wallets: Wallets },
  async handle({ input, viewer, actor, acts, allotments, ...sources }) {
    const { account_id: from, to_account_id: to, environment, amount, reference } = input
    if (viewer.accountId !== null && viewer.accountId !== from) throw forbidden('An account allots what is its own')
    const allotment = { environment, amount, reference, actor }
    // An allotment by the account itself needs no second operator.
    const { waiting, moved } =
      viewer.accountId === null
        ? await acts.act({ ...allotment, method: 'allotment', accountId: to, from })
        : { waiting: null, moved: (await allotments.allot({ ...allotment, from, to })).allotted }
    const parent = await balanceAfter(sources, { accountId: from, environment })
    const child = await balanceAfter(sources, { accountId: to, environment })
    return {
      ...{ allotted: moved, waiting_funding_id: waiting?.id ?? null, elsewhere: parent.isElsewhere },
      from_balance: parent.wallet && rupeesText(parent.wallet.balance),
      to_balance: child.wallet && rupeesText(child.wallet.balance),
      to_owed: child.wallet && rupeesText(child.wallet.owed),
    }
  },
})

function describe(
  { allotted, waiting_funding_id: waiting, from_balance, to_balance, elsewhere }: z.output<typeof AllotmentView>,
  { reference }: z.output<typeof Input>,
): string {
  if (waiting !== null) return waitingText(waiting)
  const standing = elsewhere
    ? TOLD_LATER
    : `The parent has ${from_balance ?? ''} INR, the child ${to_balance ?? ''} INR.`
  return allotted
    ? `Allotted. ${standing}`
    : `Nothing was allotted: the reference ${reference} was used before. ${standing}`
}
