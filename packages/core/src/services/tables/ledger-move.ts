import type { Money } from '../../money.ts'
import type { Move } from '../billing/index.ts'
import type { WalletOwner } from '../wallet-driver.ts'

type Decided = 'id' | 'at' | 'reserved' | 'takesBack'
type Without<M, K extends PropertyKey> = M extends unknown ? Omit<M, K> : never

/** Takes commission back with what a reversal finds spent (decision 0024). */
export interface ClawBack {
  /** Calls from then on were paid with the money. */
  readonly since: Date
  /** What is reversed, such as the id of a funding: stands with each of these calls. */
  readonly by: string
}
/**
 * A movement of money by a feature. The kernel decides it beneath the wallets' locks and posts both sides (decision 0070). One reference moves money
 * of a wallet once, whatever the kind.
 *
 * - `credit`: from outside into a wallet. Refused of a closed account.
 * - `debit`, `transfer`: from what a wallet has available, all or nothing.
 * - `adjust`, `reverse`, `recover`: what the wallet does not have is owed (decision 0011). `reverse` may take commission back with it.
 * - `convert`: earned commission into its earner's wallet.
 */
export type LedgerMove =
  | Without<Exclude<Move, { kind: 'reverse' }>, Decided>
  | (Without<Extract<Move, { kind: 'reverse' }>, Decided> & { readonly clawBack?: ClawBack })

/** What a move came to. `duplicate`: its reference moved the same amount before. With `duplicate` and `insufficient` nothing was moved. */
export interface LedgerMoved {
  readonly kind: 'moved' | 'duplicate' | 'insufficient'
  /** Of a reversal: the commission that was taken back. */
  readonly takenBack: Money
}

/** What a transaction of the ledger asks besides those of tables. */
export type LedgerRequest =
  | { readonly kind: 'move'; readonly move: LedgerMove }
  | { readonly kind: 'moved'; readonly of: WalletOwner; readonly reference: string }
  | { readonly kind: 'commission'; readonly of: WalletOwner }
  | { readonly kind: 'status'; readonly accountId: string; readonly to: 'active' | 'suspended' }
