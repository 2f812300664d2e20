import { Accounts, KYC_STATES, type KycFile } from '@parakh/core'
import { MomentOrNone, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { AccountId, AccountView, presentAccount } from './account-view.ts'
import { defineAdminRoute } from './define-admin-route.ts'

const Document = z.object({
  kind: z.string().describe('Such as pan-card'),
  reference: z.string().describe('A reference to the stored document, never its number'),
})
const KycView = z.object({
  account_id: z.string(),
  state: z.enum(KYC_STATES),
  documents: z.array(Document),
  submitted_at: MomentOrNone,
  decided_at: MomentOrNone,
  reason: z.string().nullable().describe('Why it was rejected'),
})

const present = (file: KycFile): z.input<typeof KycView> => ({
  ...{ account_id: file.accountId, state: file.state, documents: file.documents.map((one) => ({ ...one })) },
  ...{ submitted_at: momentOrNone(file.submittedAt), decided_at: momentOrNone(file.decidedAt), reason: file.reason },
})

const getKyc = defineAdminRoute({
  id: 'kyc.get',
  method: 'GET',
  path: '/accounts/{account_id}/kyc',
  scope: 'accounts:read',
  summary: 'Get the KYC of an account',
  params: AccountId,
  response: KycView,
  handle: async ({ host, params }) => present(await host.get(Accounts).kycFile(params.account_id)),
})

const submitKyc = defineAdminRoute({
  id: 'kyc.submit',
  method: 'POST',
  path: '/accounts/{account_id}/kyc/submit',
  scope: 'accounts:write',
  summary: 'Submit references of KYC documents, which replace the earlier ones',
  params: AccountId,
  body: z.object({ documents: z.array(Document).min(1).max(50) }),
  response: AccountView,
  handle: async ({ host, actor, viewer, params, body }) =>
    presentAccount(await host.get(Accounts).submitKyc(params.account_id, body.documents, actor), viewer),
})

const approveKyc = defineAdminRoute({
  id: 'kyc.approve',
  method: 'POST',
  path: '/accounts/{account_id}/kyc/approve',
  scope: 'kyc:approve',
  summary: 'Approve: production keys are permitted from now on',
  params: AccountId,
  response: AccountView,
  handle: async ({ host, actor, viewer, params }) =>
    presentAccount(await host.get(Accounts).approveKyc(params.account_id, actor), viewer),
})

const rejectKyc = defineAdminRoute({
  id: 'kyc.reject',
  method: 'POST',
  path: '/accounts/{account_id}/kyc/reject',
  scope: 'kyc:approve',
  summary: 'Reject, with the reason',
  params: AccountId,
  body: z.object({ reason: z.string().trim().min(1).max(500) }),
  response: AccountView,
  handle: async ({ host, actor, viewer, params, body }) =>
    presentAccount(await host.get(Accounts).rejectKyc(params.account_id, body.reason, actor), viewer),
})

/** Routes of KYC. */
export const kycRoutes = [getKyc, submitKyc, approveKyc, rejectKyc]
