import { AccountViews, accountAddition, definePlugin, requireCapability, Wallets } from '@parakh/core'
import * as z from 'zod'
import { freeCalls } from './free-calls.ts'
import { invite, ReferralSettings, useCode } from './operations.ts'
import { payRewards, ReferralPaid } from './pay-rewards.ts'
import { referralErrors, referralTables, statements } from './referral-tables.ts'

const made = AccountViews.contribute({
  ...{ id: 'made', needs: { tables: referralTables } },
  make: ({ tables }) =>
    accountAddition(z.object({ used: z.int(), paid: z.int() }), (by) => tables.first(statements.made({ by }))),
})

/** Who brings an account that spends is paid once, and who comes by a code has its first calls free. */
export default definePlugin({
  ...{ id: 'referrals', contract: 1, settings: ReferralSettings, errors: [referralErrors], events: [ReferralPaid] },
  ...{ tables: referralTables, statements: [statements], operations: [invite, useCode], jobs: [payRewards] },
  ...{ contributes: [freeCalls, made], requires: [requireCapability(Wallets, 'credit', 'rewards go into wallets')] },
  check: ({ reward, spend }) =>
    reward > 0 && reward <= spend ? [] : [{ path: 'reward', message: 'is paid for nothing', allowed: '0.01 to spend' }],
})
