import type { Accounts, Viewer } from '@parakh/core'

/**
 * The accounts that a credential may access, read for each run, so that a moved account belongs to its new branch at once.
 *
 * @param accountId Its account; null: an operator.
 */
export function viewerOf(accounts: Accounts, accountId: string | null): Viewer {
  const isAbove = async (id: string): Promise<boolean> =>
    (await accounts.ancestors(id)).some((ancestor) => ancestor.id === accountId)
  return {
    accountId,
    sees: async (id) =>
      accountId === null ? (await accounts.get(id)) !== null : id === accountId || (await isAbove(id)),
    isAbove: async (id) => accountId === null || (await isAbove(id)),
    branch: async () => (accountId === null ? null : await accounts.branch(accountId)),
    isSuperAdmin: async () => accountId !== null && (await accounts.get(accountId))?.role === 'super_admin',
  }
}
