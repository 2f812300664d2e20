import { isUpstreamError, type UpstreamQuestion } from '@parakh/core'
import type { IBreaker } from 'cockatiel'

/** Different inputs that must have been answered badly, without a usable answer between them, before a circuit opens over it. */
const UNUSABLE_INPUTS = 5
/** And of so many accounts: what one of them asks closes a source for nobody else. */
const UNUSABLE_ACCOUNTS = 2

/**
 * What speaks against one provider since its last usable answer: trouble that passes, in a row; and answers that cannot be used, which
 * may be the input's fault, over different inputs of different accounts.
 */
export class ProviderBreaker implements IBreaker {
  /** Nothing is kept over a restart. */
  state: unknown = null
  readonly #failures: number
  readonly #inputs = new Set<string>()
  readonly #accounts = new Set<string>()
  #inARow = 0

  /** @param failures Attempts in a row that end in trouble that passes. */
  constructor(failures: number) {
    this.#failures = failures
  }

  /**
   * Whether a failed attempt counts for the circuit.
   *
   * @param thrown What the attempt threw.
   * @param question What was asked.
   */
  counts(thrown: unknown, question: UpstreamQuestion): boolean {
    if (!isUpstreamError(thrown)) return false
    if (thrown.trouble === 'unavailable' || thrown.trouble === 'throttled') return true
    // A token that was refused us: the input never left, so it is not its fault.
    if (thrown.trouble === 'denied' && !thrown.sent) return true
    // Nothing came that could be judged: the request could not be built.
    if (thrown.trouble === 'unprocessable' && !thrown.sent) return false
    if (this.#inputs.size < UNUSABLE_INPUTS) this.#inputs.add(question.inputHash())
    if (this.#accounts.size < UNUSABLE_ACCOUNTS) this.#accounts.add(question.account)
    return this.#isUnusable()
  }

  #isUnusable(): boolean {
    return this.#inputs.size >= UNUSABLE_INPUTS && this.#accounts.size >= UNUSABLE_ACCOUNTS
  }

  success(): void {
    this.#inARow = 0
    this.#forgetUnusable()
  }

  /** A failure that counts. @returns Whether the circuit opens. */
  failure(): boolean {
    this.#inARow += 1
    const unusable = this.#isUnusable()
    // A circuit that opened over unusable answers asks for as much again, or the input that probes it could keep it open.
    if (unusable) this.#forgetUnusable()
    return unusable || this.#inARow >= this.#failures
  }

  #forgetUnusable(): void {
    this.#inputs.clear()
    this.#accounts.clear()
  }
}
