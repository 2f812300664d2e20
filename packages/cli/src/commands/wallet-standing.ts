import { type BalanceAfter, decimal } from '@parakh/core'

/** What a wallet has after money was moved. Of an external one nothing, because it is about to change. */
export function standingText({ wallet, isElsewhere }: BalanceAfter): string {
  const owed = wallet && wallet.owed > 0 ? `${decimal(wallet.owed)} INR are owed` : ''
  if (isElsewhere)
    return `${owed && `${owed}. `}The external wallet is told by a running server: parakh wallets tasks list`
  return wallet ? `The balance is ${decimal(wallet.balance)} INR${owed && `, and ${owed}`}.` : ''
}
