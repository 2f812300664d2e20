import {
  Accounts,
  balanceAfter,
  type CommissionRate,
  type CommissionStatement,
  Commissions,
  exactDecimal,
  ROLES,
  Wallet,
  Wallets,
} from '@parakh/core'
import { AmountField, EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { forbidden } from './admin-fault.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { isSuperAdmin } from './super-admin.ts'

const Exact = z.string().meta({ description: 'Rupees, exactly: two to six decimals', examples: ['0.48', '0.0825'] })
const Percent = z.string().meta({ description: 'Percent with two decimals', examples: ['12.00'] })
const AccountId = z.object({ account_id: z.string() })
const CommissionId = z.object({ account_id: z.string(), environment: EnvironmentField })
const ofAccount = async (_host: Host, { account_id }: { readonly account_id: string }) => account_id
const errors = { COMMISSION_ABOVE_CAP: 422, COMMISSION_NOT_FOR_ROLE: 409, COMMISSION_TOO_LITTLE: 409 } as const

const RateView = z.object({ account_id: z.string(), role: z.enum(ROLES), rate: Percent, cap: Percent })
const percent = (basisPoints: number): string => (basisPoints / 100).toFixed(2)
const presentRate = ({ accountId, role, basisPoints, capBasisPoints }: CommissionRate): z.input<typeof RateView> => ({
  ...{ account_id: accountId, role, rate: percent(basisPoints), cap: percent(capBasisPoints) },
})

const getRate = defineAdminRoute({
  id: 'commissions.rate',
  method: 'GET',
  path: '/accounts/{account_id}/commission',
  scope: 'commissions:read',
  summary: 'Get the share of each charge that a reseller and the line below it earn',
  params: AccountId,
  response: RateView,
  errors,
  handle: async ({ host, params }) => presentRate(await host.get(Commissions).rate(params.account_id)),
})

const setRate = defineAdminRoute({
  id: 'commissions.set',
  method: 'PUT',
  path: '/accounts/{account_id}/commission',
  scope: 'commissions:write',
  summary:
    'Set the rate of a reseller; an account does so for those below it, up to its own rate, where rates are differential',
  reach: 'below',
  params: AccountId,
  body: z.object({
    rate: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be percent with at most two decimals, such as 12 or 7.25'))
      .transform((text) => Math.round(Number(text) * 100)),
  }),
  response: RateView,
  errors,
  async handle({ host, actor, viewer, params: { account_id: accountId }, body: { rate: basisPoints } }) {
    const commissions = host.get(Commissions)
    if (await isSuperAdmin({ host, viewer })) {
      const account = await host.get(Accounts).get(accountId)
      if (account?.role !== 'master_distributor')
        throw forbidden('A super admin sets the rates of its master distributors')
    } else if (viewer.accountId !== null) {
      // A rate above its own share would be paid by the accounts above it, or by the platform.
      const own = await commissions.rate(viewer.accountId)
      if (commissions.mode === 'flat') throw forbidden('Where each level is paid its full rate, operators set them')
      if (basisPoints > own.basisPoints) throw forbidden(`Your own rate is ${percent(own.basisPoints)} %`)
    }
    return presentRate(await commissions.set({ accountId, basisPoints, actor }))
  },
})

const TotalsView = z.object({
  accrued: Exact.describe('All earnings, less reversals and conversions'),
  pending: Exact.describe(
    'What of it may still be taken back: of calls that are not completed, such as orders on their way',
  ),
  convertible: Rupees.describe('The rest in whole paise, never below zero'),
})

const getTotals = defineAdminRoute({
  id: 'commissions.get',
  method: 'GET',
  path: '/accounts/{account_id}/commission/{environment}',
  scope: 'commissions:read',
  summary: 'Get accrued, pending and convertible commission',
  params: CommissionId,
  response: TotalsView,
  errors,
  owner: ofAccount,
  async handle({ host, params: { account_id, environment } }) {
    const { accrued, pending, convertible } = await host.get(Commissions).totals(account_id, environment)
    return { accrued: exactDecimal(accrued), pending: exactDecimal(pending), convertible: rupeesText(convertible) }
  },
})

const convert = defineAdminRoute({
  id: 'commissions.convert',
  method: 'POST',
  path: '/accounts/{account_id}/commission/{environment}/conversions',
  scope: 'commissions:write',
  summary: 'Convert final commission to wallet credit of its earner, in whole paise; idempotent per reference',
  params: CommissionId,
  body: z.object({
    amount: AmountField.exactOptional().describe('Default: all convertible commission'),
    reference: z
      .string()
      .regex(/^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/, 'must be 1 to 128 printable characters')
      .describe('The idempotency key of the conversion'),
  }),
  response: z.object({
    converted: z.boolean().describe('False: the reference was used before'),
    amount: Rupees.describe('The amount that moved, now or with the first request'),
    accrued: Exact,
    balance: Rupees.nullable().describe('Null: the external wallet does not say it'),
  }),
  errors,
  owner: ofAccount,
  async handle({ host, actor, viewer, params: { account_id: accountId, environment }, body: { amount, reference } }) {
    if (viewer.accountId !== null && viewer.accountId !== accountId)
      throw forbidden('An account converts what it earned itself')
    const of = { accountId, environment, reference, actor }
    const done = await host.get(Commissions).convert(amount === undefined ? of : { ...of, amount })
    const { wallet } = await balanceAfter(
      { wallet: host.get(Wallet), wallets: host.get(Wallets) },
      { accountId, environment },
    )
    return {
      ...{ converted: done.converted, amount: rupeesText(done.amount), accrued: exactDecimal(done.accrued) },
      balance: wallet && rupeesText(wallet.balance),
    }
  },
})

const StatementView = z.object({
  account_id: z.string(),
  environment: EnvironmentField,
  month: z.string(),
  opening: Exact,
  lines: z.array(z.object({ endpoint: z.string(), calls: z.int(), earned: Exact, refunds: z.int(), reversed: Exact })),
  earned: Exact,
  reversed: Exact,
  converted: Exact,
  closing: Exact,
})
const presentStatement = (told: CommissionStatement): z.input<typeof StatementView> => ({
  ...{ account_id: told.accountId, environment: told.environment, month: told.month },
  opening: exactDecimal(told.opening),
  lines: told.lines.map(({ earned, reversed, ...line }) => ({
    ...{ ...line, earned: exactDecimal(earned), reversed: exactDecimal(reversed) },
  })),
  ...{ earned: exactDecimal(told.earned), reversed: exactDecimal(told.reversed) },
  ...{ converted: exactDecimal(told.converted), closing: exactDecimal(told.closing) },
})

const getStatement = defineAdminRoute({
  id: 'commissions.statement',
  method: 'GET',
  path: '/accounts/{account_id}/commission/{environment}/statements/{month}',
  scope: 'commissions:read',
  summary: 'Get commission by endpoint in a month, with reversals and conversions',
  params: CommissionId.extend({
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
  }),
  response: StatementView,
  errors,
  owner: ofAccount,
  handle: async ({ host, params: { account_id, environment, month } }) =>
    presentStatement(await host.get(Commissions).statement(account_id, environment, month)),
})

/** Routes of commission. */
export const commissionRoutes = [getRate, setRate, getTotals, convert, getStatement]
