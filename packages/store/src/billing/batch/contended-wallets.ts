import { type BillingOperation, walletKey } from '@parakh/core'

/** Thrown by an engine where another transaction holds wallets of a batch locked for longer than it waits. Nothing of the batch is written. */
export class WalletsLocked extends Error {
  /**
   * @param wallets Keys of the wallets that are locked, by `walletKey`.
   * @param cause The error of the database.
   */
  constructor(
    readonly wallets: ReadonlySet<string>,
    cause: unknown,
  ) {
    super('wallets are locked by other transactions', { cause })
    this.name = 'WalletsLocked'
  }
}

/** Wallets whose operations wait in the contended lane, because another transaction held them locked. */
export class ContendedWallets {
  readonly #wallets = new Set<string>()

  has(operation: BillingOperation): boolean {
    return this.#wallets.size > 0 && this.#wallets.has(walletKey(operation))
  }
  /** Which operations made their batch wait; those of their wallets go through the contended lane from now on. */
  contended(error: unknown): ((operation: BillingOperation) => boolean) | null {
    if (!(error instanceof WalletsLocked)) return null
    const { wallets } = error
    for (const wallet of wallets) this.#wallets.add(wallet)
    return (operation) => wallets.has(walletKey(operation))
  }
  /** They succeeded: later operations of their wallets go through the main lane. */
  passed(operations: readonly BillingOperation[]): void {
    if (this.#wallets.size > 0) for (const operation of operations) this.#wallets.delete(walletKey(operation))
  }
}
