import { Accounts, defineOperation, forbidden } from '@parakh/core'
import * as z from 'zod'
import { Commissions } from '../contract/commissions.ts'
import { percentText } from '../percent-text.ts'
import { COMMISSION_STATUSES, presentRate, RateView, rateText } from './commission-views.ts'
import { PercentField } from './operation-fields.ts'
import { commissionsWrite } from './scopes.ts'

/** Sets the rate of a reseller. */
export const setRate = defineOperation({
  ...{ id: 'commissions.set', effect: 'write', method: 'PUT', scope: commissionsWrite },
  path: '/accounts/{account_id}/commission',
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
    if (await viewer.isSuperAdmin()) {
      const account = await accounts.get(accountId)
      if (account?.role !== 'master_distributor')
        throw forbidden('A super admin sets the rates of its master distributors')
    } else if (viewer.accountId !== null) {
      // A rate above its own share would be paid by the accounts above it, or by the platform.
      const own = await commissions.rate(viewer.accountId)
      if (commissions.mode === 'flat') throw forbidden('Where each level is paid its full rate, operators set them')
      if (basisPoints > own.basisPoints) throw forbidden(`Your own rate is ${percentText(own.basisPoints)} %`)
    }
    return presentRate(await commissions.set({ accountId, basisPoints, actor }))
  },
})
