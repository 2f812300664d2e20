import { Accounts, type AdminToken } from '@parakh/core'
import type { Host } from '@parakh/kernel'

/** The accounts that a credential may access. */
export interface AdminViewer {
  /** The credential's account; null: an operator. */
  readonly accountId: string | null
  /** Whether an account exists and may be accessed: for an account, itself and all below it. */
  sees(accountId: string): Promise<boolean>
  /** Whether an account is strictly below it; for an operator every account is. */
  isAbove(accountId: string): Promise<boolean>
  /** The accessible accounts, for filters; null: all. */
  branch(): Promise<readonly string[] | null>
}

/** The accounts that a credential may access, read for each request, so that a moved account belongs to its new branch at once. */
export function viewerOf(host: Host, { accountId }: Pick<AdminToken, 'accountId'>): AdminViewer {
  const accounts = host.get(Accounts)
  const isAbove = async (id: string): Promise<boolean> =>
    (await accounts.ancestors(id)).some((ancestor) => ancestor.id === accountId)
  return {
    accountId,
    sees: async (id) =>
      accountId === null ? (await accounts.get(id)) !== null : id === accountId || (await isAbove(id)),
    isAbove: async (id) => accountId === null || (await isAbove(id)),
    branch: async () => (accountId === null ? null : await accounts.branch(accountId)),
  }
}
