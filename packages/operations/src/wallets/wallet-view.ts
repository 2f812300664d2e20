import {
  type BalanceSources,
  balanceAfter,
  type OperatorAct,
  type OperatorActs,
  type WalletBalance,
} from '@parakh/core'
import { AmountField, EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** The wallet that the path names. */
export const WalletId = { account_id: z.string(), environment: EnvironmentField } as const
const Wallets = z.object(WalletId)

/** The balance of a wallet. */
export const BalanceView = z.object({
  account_id: z.string(),
  environment: EnvironmentField,
  balance: Rupees,
  held: Rupees.describe('In calls under way'),
  available: Rupees.describe('Posted less held'),
  owed: Rupees.describe('What a reversal could not collect; incoming money repays it first'),
})
/** The same after money was moved. */
export const AfterView = BalanceView.extend({
  balance: Rupees.nullable().describe('Null: the external wallet does not say it'),
  held: Rupees.nullable(),
  available: Rupees.nullable(),
  owed: Rupees.nullable(),
  elsewhere: z.boolean().describe('True: an external wallet keeps the money, and is told by a running server'),
})
/** The id of what waits for a second operator. */
export const WaitingField = z
  .string()
  .nullable()
  .describe('Not null: a second operator must approve or reject the funding with this id')
/** An amount that is moved. */
export const MovedAmount = AmountField.refine((amount) => amount > 0, 'must be more than zero')
/** The reference of a movement. */
export const ReferenceField = z
  .string()
  .regex(/^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/, 'must be 1 to 128 printable characters')
  .describe('The idempotency key of the operation')

/** Presents a balance. */
export const presentBalance = (
  { account_id, environment }: z.output<typeof Wallets>,
  { balance, held, available, owed }: WalletBalance,
): z.input<typeof BalanceView> => ({
  ...{ account_id, environment, balance: rupeesText(balance), held: rupeesText(held) },
  ...{ available: rupeesText(available), owed: rupeesText(owed) },
})

const NOT_TOLD = { balance: null, held: null, available: null, owed: null } as const

/** Carries out an act of an operator, and presents the wallet's balance after it. */
export async function act(
  { acts, ...sources }: BalanceSources & { readonly acts: OperatorActs },
  named: z.output<typeof Wallets>,
  asked: Omit<OperatorAct, 'accountId' | 'environment'>,
) {
  const { account_id, environment } = named
  const owner = { accountId: account_id, environment }
  const { waiting, moved } = await acts.act({ ...asked, ...owner })
  const { wallet: after, isElsewhere: elsewhere } = await balanceAfter(sources, owner)
  const view = after ? presentBalance(named, after) : { account_id, environment, ...NOT_TOLD }
  return { view: { ...view, elsewhere, waiting_funding_id: waiting?.id ?? null }, moved }
}
