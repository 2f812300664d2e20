import { Accounts } from '@parakh/core'
import * as z from 'zod'
import { ReasonField } from '../reason-field.ts'
import { accountsWrite } from '../scopes.ts'
import { AccountId, AccountView } from './account-view.ts'

/** What the operations share that change the status of an account below the viewer's. */
export const statusChange = {
  effect: 'write',
  scope: accountsWrite,
  stepUp: true,
  input: z.object({
    ...AccountId,
    reason: ReasonField.exactOptional().describe('Why; kept in the audit log, which the account reads too'),
  }),
  output: AccountView,
  whose: { account: 'account_id', reach: 'below' },
  command: {
    positional: ['account_id'],
    text: ({ account_id, name, status }: z.output<typeof AccountView>) =>
      `Account ${account_id} (${name}) is ${status}.`,
  },
  needs: { accounts: Accounts },
} as const
