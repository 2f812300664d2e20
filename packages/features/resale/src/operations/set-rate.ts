import { Accounts, defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Commissions } from '../contract/commissions.ts'
import { COMMISSION_STATUSES, presentRate, RateView, rateText } from './commission-views.ts'
import { PercentField } from './operation-fields.ts'
import { requireOwnRate } from './require-own-rate.ts'
import { commissionsWrite } from './scopes.ts'

/** Sets the rate of a reseller. */
export const setRate = defineOperation({
  ...{ id: 'commissions.set', effect: 'write', method: 'PUT', scope: commissionsWrite },
  path: '/accounts/{account_id}/commission',
  stepUp: true,
  summary:
    'Set the rate of a reseller; an account does so for those below it, up to its own rate, where rates are differential',
  input: z.object({
    account_id: z.string().describe('A master distributor, distributor or retailer'),
    rate: PercentField.describe('Percent such as 12 or 7.25'),
  }),
  output: RateView,
  errors: COMMISSION_STATUSES,
  whose: { account: 'account_id', reach: 'below' },
  command: { options: { rate: { value: '<percent>' } }, text: rateText },
  needs: { commissions: Commissions, accounts: Accounts },
  async handle({ input: { account_id: accountId, rate: basisPoints }, viewer, actor, commissions, accounts }) {
    await requireOwnRate({ viewer, commissions, accounts }, { accountId, role: null, basisPoints })
    return presentRate(await commissions.set({ accountId, basisPoints, actor }))
  },
})
