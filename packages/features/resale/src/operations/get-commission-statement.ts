import { defineOperation, exactDecimal, type Money, micro } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { type CommissionStatement, Commissions } from '../contract/commissions.ts'
import { COMMISSION_STATUSES } from './commission-views.ts'
import { Exact, Month } from './operation-fields.ts'
import { commissionsRead } from './scopes.ts'

const StatementView = z.object({
  account_id: z.string(),
  environment: EnvironmentField,
  month: z.string(),
  opening: Exact,
  lines: z.array(z.object({ endpoint: z.string(), calls: z.int(), earned: Exact, refunds: z.int(), reversed: Exact })),
  earned: Exact,
  reversed: Exact,
  clawed_back: Exact.describe('The part of reversed that belongs to no endpoint: after chargebacks'),
  converted: Exact,
  closing: Exact,
})
const HEAD = ['Endpoint', 'Calls', 'Earned', 'Refunds', 'Reversed']

/** The commission of a month. */
export const getCommissionStatement = defineOperation({
  ...{ id: 'commissions.statement', effect: 'read', scope: commissionsRead },
  path: '/accounts/{account_id}/commission/{environment}/statements/{month}',
  summary: 'Get commission by endpoint in a month, with reversals and conversions',
  input: z.object({ account_id: z.string(), environment: EnvironmentField, month: Month }),
  output: StatementView,
  errors: COMMISSION_STATUSES,
  whose: { account: 'account_id' },
  command: {
    options: { month: { value: '<month>' } },
    text(told, { draw }) {
      const rows = told.lines.map(({ endpoint, calls, earned, refunds, reversed }) => [
        ...[endpoint, `${calls}`, earned, `${refunds}`, reversed],
      ])
      if (Number(told.clawed_back) !== 0) rows.push(['(chargebacks)', '', '', '', told.clawed_back])
      const sums = (['opening', 'earned', 'reversed', 'converted', 'closing'] as const).map((name) => [
        ...[name, told[name]],
      ])
      const title = `Commission of ${told.account_id} in ${told.environment}, ${told.month} (INR)`
      const lines = rows.length === 0 ? [] : [draw.table(HEAD, rows)]
      return [title, ...lines, draw.table(['', 'INR'], sums)].join('\n\n')
    },
  },
  needs: { commissions: Commissions },
  handle: async ({ input: { account_id, environment, month }, commissions }) =>
    present(await commissions.statement(account_id, environment, month)),
})

const clawedBack = ({ reversed, lines }: CommissionStatement): Money =>
  micro(lines.reduce((rest, line) => rest - line.reversed, reversed as number))

const present = (told: CommissionStatement): z.input<typeof StatementView> => ({
  ...{ account_id: told.accountId, environment: told.environment, month: told.month },
  opening: exactDecimal(told.opening),
  lines: told.lines.map(({ earned, reversed, ...line }) => ({
    ...{ ...line, earned: exactDecimal(earned), reversed: exactDecimal(reversed) },
  })),
  ...{ earned: exactDecimal(told.earned), reversed: exactDecimal(told.reversed) },
  ...{ clawed_back: exactDecimal(clawedBack(told)), converted: exactDecimal(told.converted) },
  closing: exactDecimal(told.closing),
})
