import { defineOperation, exactDecimal } from '@parakh/core'
import { EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Commissions } from '../contract/commissions.ts'
import { COMMISSION_STATUSES } from './commission-views.ts'
import { Exact } from './operation-fields.ts'
import { commissionsRead } from './scopes.ts'

/** What an account has earned. */
export const getCommission = defineOperation({
  ...{ id: 'commissions.get', effect: 'read', scope: commissionsRead },
  path: '/accounts/{account_id}/commission/{environment}',
  summary: 'Get accrued, pending and convertible commission',
  input: z.object({ account_id: z.string(), environment: EnvironmentField }),
  output: z.object({
    accrued: Exact.describe('All earnings, less reversals and conversions'),
    pending: Exact.describe(
      'What of it may still be taken back: of calls that are not completed, such as orders on their way',
    ),
    convertible: Rupees.describe('The rest in whole paise, never below zero'),
  }),
  errors: COMMISSION_STATUSES,
  whose: { account: 'account_id' },
  command: {
    name: 'commissions show',
    text: ({ accrued, pending, convertible }) =>
      `Accrued: ${accrued} INR, of which ${pending} INR are pending. Convertible: ${convertible} INR.`,
  },
  needs: { commissions: Commissions },
  async handle({ input: { account_id, environment }, commissions }) {
    const { accrued, pending, convertible } = await commissions.totals(account_id, environment)
    return { accrued: exactDecimal(accrued), pending: exactDecimal(pending), convertible: rupeesText(convertible) }
  },
})
