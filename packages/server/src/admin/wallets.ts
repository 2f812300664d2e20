import { type OperatorAct, OperatorActs, Wallet, type WalletBalance } from '@parakh/core'
import { AmountField, EnvironmentField, Rupees, rupeesText, SignedAmountField } from '@parakh/core/fields'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { balanceAfter } from './balance-after.ts'
import { defineAdminRoute } from './define-admin-route.ts'

const BalanceView = z.object({
  account_id: z.string(),
  environment: EnvironmentField,
  balance: Rupees,
  held: Rupees.describe('In calls under way'),
  available: Rupees.describe('Posted less held'),
  owed: Rupees.describe('What a reversal could not collect; incoming money repays it first'),
})
/** The same after money was moved. */
const AfterView = BalanceView.extend({
  balance: Rupees.nullable().describe('Null: the external wallet does not say it'),
  held: Rupees.nullable(),
  available: Rupees.nullable(),
  owed: Rupees.nullable(),
})
const NOT_TOLD = { balance: null, held: null, available: null, owed: null } as const
const WalletId = z.object({ account_id: z.string(), environment: EnvironmentField })
const Reference = z
  .string()
  .regex(/^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/, 'must be 1 to 128 printable characters')
  .describe('The idempotency key of the operation')

const Waiting = z
  .string()
  .nullable()
  .describe('Not null: a second operator must approve or reject the funding with this id')

/** Carries out a manual operation, and returns the wallet's balance. */
async function act(
  host: Host,
  params: z.output<typeof WalletId>,
  asked: Omit<OperatorAct, 'accountId' | 'environment'>,
) {
  const { account_id: accountId, environment } = params
  const { waiting, moved } = await host.get(OperatorActs).act({ ...asked, accountId, environment })
  const { wallet } = await balanceAfter(host, accountId, environment)
  const view = wallet ? present(params, wallet) : { ...params, ...NOT_TOLD }
  return { view: { ...view, waiting_funding_id: waiting?.id ?? null }, moved }
}

const present = (
  { account_id, environment }: z.output<typeof WalletId>,
  { balance, held, available, owed }: WalletBalance,
): z.input<typeof BalanceView> => ({
  ...{ account_id, environment, balance: rupeesText(balance), held: rupeesText(held) },
  ...{ available: rupeesText(available), owed: rupeesText(owed) },
})

const getWallet = defineAdminRoute({
  id: 'wallets.get',
  method: 'GET',
  path: '/accounts/{account_id}/wallets/{environment}',
  scope: 'wallets:read',
  summary: 'Get the balance of a wallet',
  params: WalletId,
  response: BalanceView,
  owner: async (_host, { account_id }) => account_id,
  handle: async ({ host, params }) =>
    present(params, await host.get(Wallet).balance(params.account_id, params.environment)),
})

const creditWallet = defineAdminRoute({
  id: 'wallets.credit',
  method: 'POST',
  path: '/accounts/{account_id}/wallets/{environment}/credits',
  scope: 'wallets:write',
  summary: 'Credit a wallet; idempotent per reference',
  params: WalletId,
  body: z.object({ amount: AmountField, reference: Reference }),
  response: AfterView.extend({
    credited: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
    waiting_funding_id: Waiting,
  }),
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params, body: { amount, reference } }) {
    const { view, moved } = await act(host, params, { method: 'credit', amount, reference, actor })
    return { ...view, credited: moved }
  },
})

const adjustWallet = defineAdminRoute({
  id: 'wallets.adjust',
  method: 'POST',
  path: '/accounts/{account_id}/wallets/{environment}/adjustments',
  scope: 'wallets:write',
  summary: 'Correct a wallet up or down, or reverse a credit; idempotent per reference',
  params: WalletId,
  body: z.object({
    amount: SignedAmountField,
    reference: Reference,
    reason: z.string().trim().min(1).max(500).describe('The reason, stored in the ledger; no identity number'),
  }),
  response: AfterView.extend({
    adjusted: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
    waiting_funding_id: Waiting,
  }),
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params, body: { amount, reference, reason } }) {
    const { view, moved } = await act(host, params, { method: 'adjustment', amount, reference, reason, actor })
    return { ...view, adjusted: moved }
  },
})

/** Routes of wallets. */
export const walletRoutes = [getWallet, creditWallet, adjustWallet]
