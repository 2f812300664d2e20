import { Accounts, defineOperation, KycUploads } from '@parakh/core'
import * as z from 'zod'
import { AccountId } from '../accounts/account-view.ts'
import { accountsRead } from '../scopes.ts'
import { describeKyc } from './kyc-text.ts'
import { KycView, presentKyc } from './kyc-view.ts'

/** `kyc.get` */
export const getKyc = defineOperation({
  id: 'kyc.get',
  effect: 'read',
  summary: 'Get the KYC of an account',
  scope: accountsRead,
  path: '/accounts/{account_id}/kyc',
  input: z.object(AccountId),
  output: KycView,
  whose: { account: 'account_id' },
  command: {
    name: 'kyc show',
    positional: ['account_id'],
    more: ({ state }) => ({ kyc: state }),
    text: (view, { draw }) => describeKyc(view, draw),
  },
  needs: { accounts: Accounts, uploads: KycUploads },
  async handle({ input: { account_id: id }, accounts, uploads }) {
    const file = await accounts.kycFile(id)
    return presentKyc(file, await uploads.list(id))
  },
})
