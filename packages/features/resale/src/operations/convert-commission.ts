import { balanceAfter, defineOperation, exactDecimal, forbidden, invalidInput, Wallet, Wallets } from '@parakh/core'
import { AmountField, EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Commissions } from '../contract/commissions.ts'
import { COMMISSION_STATUSES } from './commission-views.ts'
import { Exact, Reference } from './operation-fields.ts'
import { commissionsWrite } from './scopes.ts'
import { presentStanding, StandingFields, standingText } from './wallet-standing.ts'

/** Converts commission into the wallet of who earned it. */
export const convertCommission = defineOperation({
  ...{ id: 'commissions.convert', effect: 'write', scope: commissionsWrite, idempotent: true, stepUp: true },
  path: '/accounts/{account_id}/commission/{environment}/conversions',
  summary: 'Convert final commission to wallet credit of its earner, in whole paise; idempotent per reference',
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField,
    amount: AmountField.exactOptional().describe('Default: all convertible commission'),
    reference: Reference.exactOptional().describe('The idempotency key of the conversion; or Idempotency-Key'),
  }),
  output: z.object({
    converted: z.boolean().describe('False: the reference was used before'),
    amount: Rupees.describe('The amount that moved, now or with the first request'),
    accrued: Exact,
    ...StandingFields,
    reference: z.string(),
  }),
  errors: COMMISSION_STATUSES,
  whose: { account: 'account_id' },
  command: {
    options: { amount: { value: '<rupees>' } },
    text: ({ converted, amount, reference, ...standing }) =>
      converted
        ? `Moved ${amount} INR into the wallet. ${standingText(standing)}`
        : `Nothing was moved: the reference ${reference} was used before, for ${amount} INR. ${standingText(standing)}`,
  },
  form: { amount: { widget: 'money' } },
  needs: { commissions: Commissions, wallet: Wallet, wallets: Wallets },
  async handle({ input, viewer, actor, once, commissions, ...wallets }) {
    const { account_id: accountId, environment, amount, reference = once } = input
    if (viewer.accountId !== null && viewer.accountId !== accountId)
      throw forbidden('An account converts what it earned itself')
    if (reference === null) throw invalidInput({ reference: 'is required, or the header Idempotency-Key' })
    const of = { accountId, environment, reference, actor }
    const done = await commissions.convert(amount === undefined ? of : { ...of, amount })
    return {
      ...{ converted: done.converted, amount: rupeesText(done.amount), accrued: exactDecimal(done.accrued) },
      ...presentStanding(await balanceAfter(wallets, { accountId, environment })),
      reference,
    }
  },
})
