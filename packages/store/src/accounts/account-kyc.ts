import { type Accounts, checkKycDocuments, checkKycMove, checkReason } from '@parakh/core'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { type AccountsOptions, changeAccount } from './change-account.ts'
import { readKycFile, writeKycFile } from './kyc-file.ts'
import { decideUploads, submitUploads } from './kyc-upload-rows.ts'
import { pageSubmissions } from './page-submissions.ts'

/** The part of accounts that is about KYC: pending, submitted, then approved or rejected. */
export function accountKyc(
  options: AccountsOptions,
): Pick<Accounts, 'kycFile' | 'kycSubmissions' | 'submitKyc' | 'approveKyc' | 'rejectKyc'> {
  const { database, clock } = options
  const now = (): number => clock.now().getTime()
  return {
    kycFile: async (id) =>
      await readKycFile(database.knex, database, await requireAccount(database.knex, database, id)),
    kycSubmissions: (page) => pageSubmissions(database, page),
    async submitKyc(id, documents, actor = 'system') {
      checkKycDocuments(documents)
      return await changeAccount(options, { id, actor, action: 'kyc.submit' }, async (before, transaction) => {
        checkKycMove(before, 'submitted')
        await submitUploads(transaction, database, { accountId: id, at: now(), documents })
        await writeKycFile(transaction, database, { id, entry: { documents, submittedAt: now() } })
        return { patch: { kyc: 'submitted' }, noted: { documents } }
      })
    },
    approveKyc: (id, actor = 'system') =>
      changeAccount(options, { id, actor, action: 'kyc.approve' }, async (before, transaction) => {
        if (before.kyc === 'approved') return null
        checkKycMove(before, 'approved')
        await decideUploads(transaction, database, { accountId: id, at: now() })
        await writeKycFile(transaction, database, { id, entry: { decidedAt: now(), reason: null } })
        return { patch: { kyc: 'approved' } }
      }),
    async rejectKyc(id, reason, actor = 'system') {
      checkReason(reason)
      return await changeAccount(options, { id, actor, action: 'kyc.reject' }, async (before, transaction) => {
        checkKycMove(before, 'rejected')
        await decideUploads(transaction, database, { accountId: id, at: now() })
        await writeKycFile(transaction, database, { id, entry: { decidedAt: now(), reason } })
        return { patch: { kyc: 'rejected' }, noted: { reason } }
      })
    },
  }
}
