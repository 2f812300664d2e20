import {
  Clock,
  type Contribution,
  type Decorator,
  decorate,
  type ExternalWallet,
  Logger,
  Wallet,
  type WalletDriver,
  Wallets,
  zero,
} from '@parakh/core'
import * as z from 'zod'
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
    const balance: Wallet['balance'] = async (accountId, environment) => {
      const ledger = await inner.balance(accountId, environment)
      if (environment !== 'production') return ledger
      const available = await link.available({ accountId, environment })
      return { balance: available, held: zero, available, owed: ledger.owed }
    }
    return {
      balance,
      async credit(credit) {
        const { credited } = await inner.credit(credit)
        return { ...(await balance(credit.accountId, credit.environment)), credited }
      },
      async adjust(adjustment) {
        const { adjusted } = await inner.adjust(adjustment)
        return { ...(await balance(adjustment.accountId, adjustment.environment)), adjusted }
      },
    }
  },
})
