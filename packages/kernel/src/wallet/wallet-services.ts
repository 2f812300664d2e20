import {
  Clock,
  type Contribution,
  type Credit,
  type Decorator,
  decorate,
  type ExternalWallet,
  Logger,
  Thresholds,
  Wallet,
  type WalletBalance,
  type WalletDriver,
  Wallets,
  zero,
} from '@parakh/core'
import * as z from 'zod'
import { kernelErrors } from '../error-codes.ts'
import { WalletLink } from './wallet-link.ts'

/** The ledger of the store as a driver. It reserves, captures and releases within the transactions of calls, and can do everything else. */
export const ledgerDriver: Contribution = Wallets.driver({
  id: 'ledger',
  options: z.strictObject({}),
  needs: {},
  capabilities: ['refund', 'credit', 'long-reservations'],
  make: () => 'ledger' as const,
})

/** The external wallet in force; null: the ledger. */
export function externalOf(drivers: ReadonlyMap<string, WalletDriver>): ExternalWallet | null {
  const [driver = 'ledger'] = drivers.values()
  return driver === 'ledger' ? null : driver
}

/** Balances of production wallets are the external wallet's. What is put in goes by the ledger, and by a task of its commit. */
export const externalBalances: Decorator = decorate(Wallet, {
  id: 'external-balances',
  needs: { drivers: Wallets, clock: Clock, logger: Logger },
  wrap(inner, { drivers, clock, logger }) {
    const wallet = externalOf(drivers)
    if (!wallet) return inner
    const link = new WalletLink({ wallet, clock, logger })
    /** What was moved is moved, whether or not the wallet tells its balance then. */
    const after = async <M extends WalletBalance>(
      moved: M,
      { accountId, environment }: Pick<Credit, 'accountId' | 'environment'>,
    ): Promise<M> => {
      if (environment !== 'production') return moved
      const available = await link.availableOrZero(accountId, environment)
      return { ...moved, balance: available, held: zero, available }
    }
    return {
      async balance(accountId, environment) {
        const ledger = await inner.balance(accountId, environment)
        if (environment !== 'production') return ledger
        const available = await link.available({ accountId, environment })
        return { balance: available, held: zero, available, owed: ledger.owed }
      },
      credit: async (credit) => await after(await inner.credit(credit), credit),
      adjust: async (adjustment) => await after(await inner.adjust(adjustment), adjustment),
    }
  },
})

/** Thresholds are of balances in the ledger. */
export const externalThresholds: Decorator = decorate(Thresholds, {
  ...{ id: 'external-thresholds', needs: { drivers: Wallets }, ifPresent: true },
  wrap: (inner, { drivers }) =>
    externalOf(drivers)
      ? {
          get: (accountId, environment) => inner.get(accountId, environment),
          async set(change) {
            const { environment, percent = null, amount = null } = change
            if (environment === 'production' && (percent !== null || amount !== null))
              throw kernelErrors.error('WALLET_CANNOT_ALERT')
            return await inner.set(change)
          },
        }
      : inner,
})
