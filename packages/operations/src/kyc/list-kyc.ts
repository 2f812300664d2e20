import { Accounts, askedPage, defineOperation, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { kycApprove } from '../scopes.ts'

const SubmissionView = z.object({
  account_id: z.string(),
  account_name: z.string(),
  submitted_at: Moment,
  documents: z.int().describe('How many were submitted'),
})

/** `kyc.list` */
export const listKyc = defineOperation({
  id: 'kyc.list',
  effect: 'read',
  summary: 'List submissions of KYC that wait for a decision, the oldest first',
  scope: kycApprove,
  path: '/kyc',
  input: z.object(PAGE_FIELDS),
  output: pageOf(SubmissionView),
  whose: 'operators',
  command: {
    rows: 'submissions',
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'No KYC waits for a decision.'
        : draw.table(
            ['Account', 'Name', 'Submitted', 'Documents'],
            items.map((one) => [one.account_id, one.account_name, one.submitted_at, `${one.documents}`]),
          ),
  },
  needs: { accounts: Accounts },
  handle: async ({ input, accounts }) =>
    presentPage(await accounts.kycSubmissions(askedPage(input).page), (one) => ({
      ...{ account_id: one.accountId, account_name: one.accountName },
      ...{ submitted_at: moment(one.submittedAt), documents: one.documents },
    })),
})
