import { Allotments, balanceAfter, OperatorActs, Wallet, Wallets } from '@parakh/core'
import { AmountField, EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { forbidden } from './admin-fault.ts'
import { defineAdminRoute } from './define-admin-route.ts'

const allot = defineAdminRoute({
  id: 'wallets.allot',
  method: 'POST',
  path: '/accounts/{account_id}/wallets/{environment}/allotments',
  scope: 'wallets:allot',
  summary: 'Move credit to a direct child; idempotent per reference. An account does so from its own wallet only',
  params: z.object({ account_id: z.string().describe('The parent'), environment: EnvironmentField }),
  body: z.object({
    to_account_id: z.string().describe('Its direct child'),
    amount: AmountField,
    reference: z
      .string()
      .regex(/^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/, 'must be 1 to 128 printable characters')
      .describe('The idempotency key of the allotment'),
  }),
  response: z.object({
    allotted: z.boolean().describe('False: the reference was used before, or a second operator must approve'),
    waiting_funding_id: z
      .string()
      .nullable()
      .describe('Not null: a second operator must approve or reject the funding with this id'),
    from_balance: Rupees.nullable().describe('Null: the external wallet does not say it'),
    to_balance: Rupees.nullable(),
  }),
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, viewer, params: { account_id: from, environment }, body }) {
    if (viewer.accountId !== null && viewer.accountId !== from) throw forbidden('An account allots what is its own')
    const { to_account_id: to, amount, reference } = body
    const allotment = { environment, amount, reference, actor }
    // An allotment by the account itself needs no second operator.
    const { waiting, moved } =
      viewer.accountId === null
        ? await host.get(OperatorActs).act({ ...allotment, method: 'allotment', accountId: to, from })
        : { waiting: null, moved: (await host.get(Allotments).allot({ ...allotment, from, to })).allotted }
    const balanceOf = async (id: string) => {
      const { wallet } = await balanceAfter(
        { wallet: host.get(Wallet), wallets: host.get(Wallets) },
        { accountId: id, environment },
      )
      return wallet && rupeesText(wallet.balance)
    }
    const [left, got] = [await balanceOf(from), await balanceOf(to)]
    return { allotted: moved, waiting_funding_id: waiting?.id ?? null, from_balance: left, to_balance: got }
  },
})

/** Routes of allotments. */
export const allotmentRoutes = [allot]
