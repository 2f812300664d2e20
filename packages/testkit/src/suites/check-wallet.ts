import { KILL_CHECKS } from './wallet/kill-checks.ts'
import { RANDOM_LIFE } from './wallet/random-life.ts'
import { STEP_CHECKS } from './wallet/step-checks.ts'
import { runWalletCheck, type WalletBench, type WalletCheck } from './wallet/wallet-trial.ts'

export type { OpenWallet, WalletBench } from './wallet/wallet-trial.ts'

/** What every wallet driver promises, one check after the other. */
export const WALLET_CHECKS: readonly WalletCheck[] = [...STEP_CHECKS, ...KILL_CHECKS, RANDOM_LIFE]

/**
 * Whether a wallet driver keeps to its contract: each step once under its key, whoever repeats it and whenever its process dies; a
 * reservation whole or not at all; a tombstone where a release comes first; no micro-rupee lost or made.
 *
 * @param bench Storage, and how the driver is opened over it, killed and looked into.
 * @param seed Of the moments of kills and of the random life.
 * @returns What is wrong; empty: nothing.
 */
export async function checkWallet(bench: WalletBench, seed: number): Promise<readonly string[]> {
  const faults: string[] = []
  for (const check of WALLET_CHECKS)
    for (const fault of await runWalletCheck(bench, check, seed)) faults.push(`${check.title}: ${fault}`)
  return faults
}
