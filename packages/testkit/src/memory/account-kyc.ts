import {
  type Accounts,
  checkKycDocuments,
  checkKycMove,
  checkReason,
  type KycFile,
  readCursor,
  writeCursor,
} from '@parakh/core'
import * as z from 'zod'
import { changeMemoryAccount } from './account-changes.ts'
import { accountOf, type MemoryParts } from './account-tree.ts'

/** The part of accounts in memory that is about KYC. */
export function memoryAccountKyc({
  tables,
  clock,
  ids,
}: MemoryParts): Pick<Accounts, 'kycFile' | 'kycSubmissions' | 'submitKyc' | 'approveKyc' | 'rejectKyc'> {
  const parts = { tables, clock, ids }
  const fileOf = (id: string): KycFile => {
    const { kyc } = accountOf(tables, id)
    const none = { documents: [], submittedAt: null, decidedAt: null, reason: null }
    return { ...(tables.kycFiles.get(id) ?? none), accountId: id, state: kyc }
  }
  const keep = (id: string, patch: Partial<KycFile>): void => {
    tables.kycFiles.set(id, { ...fileOf(id), ...patch })
  }
  return {
    kycFile: async (id) => fileOf(id),
    kycSubmissions: async ({ cursor, limit }) => {
      const from = cursor === null ? 0 : readCursor(cursor, z.tuple([z.number()]))[0]
      const waiting = [...tables.kycFiles.values()].flatMap(({ accountId, submittedAt, decidedAt, documents }) => {
        const { name: accountName, status } = accountOf(tables, accountId)
        if (!submittedAt || decidedAt || status === 'closed') return []
        return { accountId, accountName, submittedAt, documents: documents.length }
      })
      waiting.sort((one, other) => one.submittedAt.getTime() - other.submittedAt.getTime())
      const next = waiting.length > from + limit ? writeCursor([from + limit]) : null
      return { items: waiting.slice(from, from + limit), next }
    },
    submitKyc: async (id, documents, actor = 'system') => {
      checkKycDocuments(documents)
      return changeMemoryAccount(parts, { id, actor, action: 'kyc.submit' }, (before) => {
        checkKycMove(before, 'submitted')
        keep(id, { documents, submittedAt: clock.now(), decidedAt: null, reason: null })
        return { kyc: 'submitted' }
      })
    },
    approveKyc: async (id, actor = 'system') =>
      changeMemoryAccount(parts, { id, actor, action: 'kyc.approve' }, (before) => {
        if (before.kyc === 'approved') return null
        checkKycMove(before, 'approved')
        keep(id, { decidedAt: clock.now(), reason: null })
        return { kyc: 'approved' }
      }),
    rejectKyc: async (id, reason, actor = 'system') => {
      checkReason(reason)
      return changeMemoryAccount(parts, { id, actor, action: 'kyc.reject' }, (before) => {
        checkKycMove(before, 'rejected')
        keep(id, { decidedAt: clock.now(), reason })
        return { kyc: 'rejected' }
      })
    },
  }
}
