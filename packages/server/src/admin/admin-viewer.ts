import { Accounts, type AdminToken } from '@parakh/core'
import type { Host } from '@parakh/kernel'

/** What a credential may look at. */
export interface AdminViewer {
  /** The account that it speaks for; null: an operator. */
  readonly accountId: string | null
  /** Whether an account exists and is within what it sees: for an account, itself and all below it. */
  sees(accountId: string): Promise<boolean>
  /** Whether an account is strictly below it; for an operator every account is. */
  isAbove(accountId: string): Promise<boolean>
  /** The accounts that it sees, for filters; null: all. */
  branch(): Promise<readonly string[] | null>
}

/** What a credential may look at, asked afresh each time: an account that was moved is seen by its new branch at once. */
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
