import { type Environment, isParakhError, Wallet, type WalletBalance, Wallets } from '@parakh/core'
import type { Host } from '@parakh/kernel'

/** A wallet after money was moved. */
export interface BalanceAfter {
  /** Null: the external wallet does not say it. What was moved is moved all the same. */
  readonly wallet: WalletBalance | null
  /** Whether an external wallet keeps the money: it is told of what was put in by a task, and its balance follows then. */
  readonly isElsewhere: boolean
}

/** The balance of a wallet after money was moved. */
export async function balanceAfter(host: Host, accountId: string, environment: Environment): Promise<BalanceAfter> {
  const isElsewhere = environment === 'production' && ![...host.get(Wallets).values()].includes('ledger')
  const wallet = await host
    .get(Wallet)
    .balance(accountId, environment)
    .catch((error: unknown) => {
      if (isParakhError(error) && error.code === 'WALLET_UNAVAILABLE') return null
      throw error
    })
  return { wallet, isElsewhere }
}
