import { Alerts, Clock, type Contribution, ENVIRONMENTS, OPERATOR_ACTS, type StandingAlert } from '@parakh/core'
import { rupeesText } from '@parakh/core/fields'
import type { FundingRecord } from '../contract/funding.ts'
import { FundingRows } from '../rules/funding-rows.ts'
import { fundingRead } from './scopes.ts'

const DAY_MS = 86_400_000
/** Fundings that are read of an account: the newest. */
const NEWEST = 20
const ACTS: readonly FundingRecord['method'][] = OPERATOR_ACTS

/**
 * Of the newest payment into a wallet: another one after it says that the payer has acted. After a while nobody comes back to it. Reads the newest fundings of the account
 * by their index.
 */
const paymentAlert = (given: {
  readonly id: string
  readonly title: string
  readonly standsMs: number
  needsPayer(payment: FundingRecord): boolean
}): Contribution =>
  Alerts.contribute({
    ...{ id: given.id, needs: { rows: FundingRows, clock: Clock } },
    make: ({ rows, clock }) => ({
      ...{ of: 'accounts', title: given.title, scope: fundingRead, page: 'wallet' },
      async standing(accountId) {
        const { items } = await rows.list({ accountIds: [accountId], cursor: null, limit: NEWEST })
        return ENVIRONMENTS.flatMap((environment): StandingAlert[] => {
          const newest = items.find((one) => one.environment === environment && !ACTS.includes(one.method))
          if (!newest || !given.needsPayer(newest)) return []
          const { id: subject, amount, updatedAt: since } = newest
          if (clock.now().getTime() - since.getTime() >= given.standsMs) return []
          return [
            {
              subject,
              environment,
              severity: 'soon',
              since,
              params: { amount: rupeesText(amount), funding_id: subject },
            },
          ]
        })
      },
    }),
  })

/** What of payments needs an act of the payer. */
export const fundingAlerts = [
  paymentAlert({
    ...{ id: 'utr-awaited', title: 'Payment waits for its UTR', standsMs: DAY_MS },
    needsPayer: ({ method, state }) => method === 'upi_qr' && state === 'pending',
  }),
  paymentAlert({
    ...{ id: 'payment-rejected', title: 'Payment was rejected', standsMs: 7 * DAY_MS },
    needsPayer: ({ state }) => state === 'rejected',
  }),
]
