import type { LedgerEntry, WalletState } from '@parakh/core'

/**
 * The version that each wallet has to have before these entries are written, since its version counts its entries: the premise under which they are
 * written (decision 0042).
 */
export function versionBefore(entries: readonly LedgerEntry[]): (wallet: WalletState) => number {
  const counts = new Map<string, number>()
  for (const { ledgerAccount, environment, version } of entries) {
    if (version === null) continue
    const wallet = `${ledgerAccount}/${environment}`
    counts.set(wallet, (counts.get(wallet) ?? 0) + 1)
  }
  return (wallet) => wallet.version - (counts.get(`wallet:${wallet.accountId}/${wallet.environment}`) ?? 0)
}
