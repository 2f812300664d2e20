import { isParakhError } from '../errors.ts'
import type { Wallet, WalletBalance } from './wallet.ts'
import type { WalletOwner } from './wallet-driver.ts'

/** A wallet after money was moved. */
export interface BalanceAfter {
  /** Null: the external wallet does not say it. What was moved is moved all the same. */
  readonly wallet: WalletBalance | null
  /** Whether an external wallet keeps the money: it is told of what was put in by a task, and its balance follows then. */
  readonly isElsewhere: boolean
}

/** What tells the balance of a wallet: `needs: { wallet: Wallet, wallets: Wallets }`. */
export interface BalanceSources {
  readonly wallet: Pick<Wallet, 'balance'>
  /** The drivers that keep money. */
  readonly wallets: ReadonlyMap<string, unknown>
}

/** The balance of a wallet after money was moved. */
export async function balanceAfter(
  { wallet, wallets }: BalanceSources,
  { accountId, environment }: WalletOwner,
): Promise<BalanceAfter> {
  const isElsewhere = environment === 'production' && ![...wallets.values()].includes('ledger')
  const balance = await wallet.balance(accountId, environment).catch((error: unknown) => {
    if (isParakhError(error) && error.code === 'WALLET_UNAVAILABLE') return null
    throw error
  })
  return { wallet: balance, isElsewhere }
}
