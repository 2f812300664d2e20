import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chosenSeed } from '../memory/ledger-steps.ts'
import { WALLET_CHECKS } from './check-wallet.ts'
import { runWalletCheck, type WalletBench } from './wallet/wallet-trial.ts'

/**
 * The suite that every wallet driver passes: see `checkWallet`. Kills come at moments of a seed that it prints; `PARAKH_SEED` gives the
 * same again.
 *
 * @param name Of the driver, for the titles.
 * @param create Called once: all tests share the storage, each with owners and references of its own.
 * @example
 * testWallet('own', async () => ({
 *   capabilities: ['refund', 'credit'],
 *   open: () => openOverConnectionsOfItsOwn(),
 *   fund: (amount) => ownTable.newCustomer(amount),
 *   available: (owner) => ownTable.balanceOf(owner),
 * }))
 */
export function testWallet(name: string, create: () => WalletBench | Promise<WalletBench>): void {
  describe(`the wallet driver ${name}`, () => {
    let bench: WalletBench
    const seed = chosenSeed()
    beforeAll(async () => {
      bench = await create()
    })
    afterAll(async () => bench.close?.())
    it.each(WALLET_CHECKS)('$title', async (check) => {
      expect(await runWalletCheck(bench, check, seed)).toEqual([])
    })
  })
}
