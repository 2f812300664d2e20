import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { FundingId, FundingView, ofFunding, presentFunding, printedFunding } from './funding-view.ts'
import { fundingApprove } from './scopes.ts'

const NO_REASON = 'Not found on the statement of the bank'

/** Why an operator decides so. */
export const Reason = z.string().trim().min(1).max(500).describe('Why; no identity number')
const decision = { ...ofFunding, effect: 'write', scope: fundingApprove, stepUp: true, output: FundingView } as const
const command = { positional: ['funding_id'], more: printedFunding, text: sentenceOf } as const

/** Approves a funding. */
export const approveFunding = defineOperation({
  ...{ ...decision, id: 'funding.approve', path: '/funding/{funding_id}/approve', command },
  summary: 'Approve and credit a transfer; a large one needs two operators',
  input: z.object(FundingId),
  handle: async ({ input: { funding_id: id }, viewer, actor, funding }) =>
    presentFunding(await funding.approve({ id, actor }), viewer),
})

/** Rejects a funding. */
export const rejectFunding = defineOperation({
  ...{ ...decision, id: 'funding.reject', path: '/funding/{funding_id}/reject' },
  command: { ...command, options: { reason: { default: NO_REASON } } },
  summary: 'Reject a transfer; the UTR may be submitted again',
  input: z.object({ ...FundingId, reason: Reason }),
  handle: async ({ input: { funding_id: id, reason }, viewer, actor, funding }) =>
    presentFunding(await funding.reject({ id, actor, reason }), viewer),
})

/** Takes a credited funding out again. */
export const chargeBackFunding = defineOperation({
  ...{ ...decision, id: 'funding.chargeback', path: '/funding/{funding_id}/chargeback', command },
  summary: 'Charge back a credited amount, and suspend the account',
  input: z.object({ ...FundingId, reason: Reason }),
  handle: async ({ input: { funding_id: id, reason }, viewer, actor, funding }) =>
    presentFunding(await funding.chargeback({ id, actor, reason }), viewer),
})

/** Opens the account of a disputed funding again. */
export const releaseFunding = defineOperation({
  ...{ ...decision, id: 'funding.release', path: '/funding/{funding_id}/release', command },
  summary: 'Release an account from a dispute or a chargeback: it is active again',
  input: z.object(FundingId),
  handle: async ({ input: { funding_id: id }, viewer, actor, funding }) =>
    presentFunding(await funding.release({ id, actor }), viewer),
})

function sentenceOf(view: z.output<typeof FundingView>): string {
  const { funding_id: id, state, amount, approved_by, suspended_account, reason } = view
  switch (state) {
    case 'credited':
      return `The funding ${id} of ${amount} INR is credited.`
    case 'approved':
      return `${approved_by?.[0]?.actor ?? ''} approved the funding ${id} of ${amount} INR. Another operator must approve it too.`
    case 'rejected':
      return `The funding ${id} of ${amount} INR is rejected: ${reason ?? ''}. Its UTR may be submitted again.`
    case 'charged_back':
      return suspended_account
        ? `${amount} INR of the funding ${id} are taken out again, and the account is suspended: parakh funding release ${id}`
        : `${amount} INR of the funding ${id} were taken out again. The account is not suspended because of it.`
    default:
      return `The funding ${id} of ${amount} INR is ${state}.`
  }
}
