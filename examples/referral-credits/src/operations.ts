import { defineOperation, defineScope, defineSettings, Ids, Price } from '@parakh/core'
import { Rupees, rupeesText, wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { referralErrors, referralTables, statements } from './referral-tables.ts'

const Section = z.object({
  reward: Price.describe('Rupees into the wallet of who made the code'),
  spend: Price.describe('Rupees that who used it spends first, less refunds'),
  days: wholeNumber(1, 90).default(30).describe('Days in which a new account uses a code, and then spends'),
  freeCalls: wholeNumber(0, 10_000).default(0).describe('Production calls that it makes for nothing'),
})
/** The section of the plugin. */
export const ReferralSettings = defineSettings('referrals', Section)
/** The first moment that is not too long ago. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000)

const scope = defineScope('referrals:write', { for: 'branch', summary: 'Make and use referral codes' })
const write = {
  ...({ effect: 'write', scope, whose: { account: 'account_id' } } as const),
  needs: { tables: referralTables, ids: Ids, settings: ReferralSettings },
}

/** `parakh referrals invite --account …` */
export const invite = defineOperation({
  ...{ ...write, id: 'referrals.invite', path: '/accounts/{account_id}/referrals/invite' },
  summary: 'Get the open referral code of an account',
  input: z.object({ account_id: z.string() }),
  output: z.object({ code: z.string(), reward: Rupees, spend: Rupees }),
  handle: ({ input: { account_id: accountId }, actor, tables, ids, settings: { reward, spend } }) =>
    tables.transaction(function* (tx) {
      const given = { code: ids.next(), referrer_id: accountId, reward, spend }
      const { code, ...offer } = (yield* tx.first(statements.offer(given))) ?? given
      const after = { reward: rupeesText(offer.reward), spend: rupeesText(offer.spend) }
      yield* tx.audit({ actor, action: 'referral.invite', subject: `referral/${code}`, accountId, after })
      return { code, ...after }
    }),
})

/** `parakh referrals use <code> --account …` */
export const useCode = defineOperation({
  ...{ ...write, id: 'referrals.use', path: '/accounts/{account_id}/referrals/use' },
  summary: 'Use the referral code of another account',
  input: z.object({ account_id: z.string(), code: z.string().max(40) }),
  output: z.object({ free_calls: z.int() }),
  command: { positional: ['code'] },
  handle: ({ input: { account_id: accountId, code }, actor, tables, settings: { days, freeCalls } }) =>
    tables.transaction(function* (tx) {
      yield* tx.audit({ actor, action: 'referral.use', subject: `referral/${code}`, accountId })
      const revision = yield* tx.raiseRevision(referralTables)
      const use = statements.use({ code, account_id: accountId, at: tx.at, since: daysBefore(tx.at, days), revision })
      if ((yield* tx.run(use)) === 0) throw referralErrors.error('REFERRAL_CODE_INVALID')
      return { free_calls: freeCalls }
    }),
})
