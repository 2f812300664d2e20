import { Clock, defineEvent, defineJob, Ledger } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { daysBefore, ReferralSettings } from './operations.ts'
import { referralTables, statements } from './referral-tables.ts'

/** A reward was paid. It names no other account: who made a code does not see who used it. */
export const ReferralPaid = defineEvent('referral.paid', z.object({ code: z.string(), reward: Rupees }))

/** Pays what is due, each reward in one commit with its row and its event: once, however often and wherever it runs. */
export const payRewards = defineJob('referrals.pay', {
  ...{ payload: z.object({}), schedule: '* * * * *' },
  needs: { tables: referralTables, ledger: Ledger, clock: Clock, settings: ReferralSettings },
  async run({ tables, ledger, clock, settings: { days } }) {
    const due = await tables.rows(statements.due({ since: daysBefore(clock.now(), 2 * days), days }))
    for (const { code, referrer_id: accountId, reward: amount } of due) {
      const wallet = { accountId, environment: 'production' } as const
      await ledger.change({ wallets: [wallet] }, function* (tx) {
        if ((yield* tx.run(statements.pay({ code, at: tx.at }))) === 0) return
        yield* tx.move({ kind: 'credit', ...wallet, amount, reference: `referral-${code}`, actor: 'referrals' })
        yield* tx.event(ReferralPaid, { ...wallet, data: { code, reward: rupeesText(amount) } })
      })
    }
  },
})
