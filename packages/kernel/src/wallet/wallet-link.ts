import {
  type Clock,
  type Environment,
  type ExternalWallet,
  errorFacts,
  type Logger,
  type Money,
  type Reservation,
  type ReserveStep,
  type WalletOwner,
  zero,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { within } from './within.ts'

/** How long a caller waits for the external wallet, in milliseconds. */
const RESERVE_MS = 5_000
/** How long an answer waits for the balance that it shows, in milliseconds. */
const DISPLAY_MS = 1_000
/** After so many reservations in a row without a result, paid calls are refused at once. */
const FAILURES = 5
/** How long, in milliseconds; then one call tries it again. */
const REFUSED_MS = 2_000

/** What a link is made from. */
export interface WalletLinkOptions {
  readonly wallet: ExternalWallet
  readonly clock: Clock
  readonly logger: Logger
}

/** The external wallet as calls reach it: no step takes for ever, and while it is away it is not asked for each call. */
export class WalletLink {
  readonly #given: WalletLinkOptions
  #failures = 0
  #refusedUntilMs = 0

  constructor(given: WalletLinkOptions) {
    this.#given = given
  }

  /** The error of a paid call while the wallet is away; null: it may be asked. */
  get refusal(): 'WALLET_UNAVAILABLE' | null {
    return this.#given.clock.monotonicMs() < this.#refusedUntilMs ? 'WALLET_UNAVAILABLE' : null
  }

  /** Sets an amount aside. `unknown`: the wallet did not say in time, and may have done it. */
  async reserve(step: ReserveStep): Promise<Reservation | { readonly kind: 'unknown' }> {
    const { wallet, logger, clock } = this.#given
    try {
      const reservation = await within(RESERVE_MS, (signal) => wallet.reserve(step, signal))
      this.#failures = 0
      return reservation
    } catch (error) {
      this.#failures += 1
      if (this.#failures >= FAILURES) this.#refusedUntilMs = clock.monotonicMs() + REFUSED_MS
      logger.error('wallet.reserve_unknown', { reference: step.reference, ...errorFacts(error) })
      return { kind: 'unknown' }
    }
  }

  /** What can be spent. @param ms How long it waits. @throws `WALLET_UNAVAILABLE` */
  async available(owner: WalletOwner, ms: number = RESERVE_MS): Promise<Money> {
    const { wallet, logger } = this.#given
    try {
      const { available } = await within(ms, (signal) => wallet.balance(owner, signal))
      return available
    } catch (error) {
      logger.warn('wallet.balance_unknown', errorFacts(error))
      throw kernelErrors.error('WALLET_UNAVAILABLE')
    }
  }

  /** As `available`, for the balance in an answer: zero where the wallet does not say. */
  async availableOrZero(accountId: string, environment: Environment): Promise<Money> {
    if (this.refusal) return zero
    return await this.available({ accountId, environment }, DISPLAY_MS).catch(() => zero)
  }
}
