import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Commissions } from '../contract/commissions.ts'
import { COMMISSION_STATUSES, presentRate, RateView, rateText } from './commission-views.ts'
import { commissionsRead } from './scopes.ts'

/** The rate of a reseller. */
export const getRate = defineOperation({
  ...{ id: 'commissions.rate', effect: 'read', scope: commissionsRead, path: '/accounts/{account_id}/commission' },
  summary: 'Get the share of each charge that a reseller and the line below it earn',
  input: z.object({ account_id: z.string() }),
  output: RateView,
  errors: COMMISSION_STATUSES,
  whose: { account: 'account_id' },
  command: { text: rateText },
  needs: { commissions: Commissions },
  handle: async ({ input, commissions }) => presentRate(await commissions.rate(input.account_id)),
})
