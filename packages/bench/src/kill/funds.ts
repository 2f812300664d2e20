import { setTimeout as sleep } from 'node:timers/promises'
import { inr, micro } from '@parakh/core'
import type { Operator, Payer } from '../rig/operator.ts'

const PLENTY = '500000'
/** Every fourth wallet is empty again and again, so that calls are refused with 402. */
const TIGHT_EVERY = 4
const TIGHT = '5'
const TOP_UP = '3'
const TOP_UP_EVERY_MS = 700

/** Wallets, and what was put into them. */
export class Funds {
  readonly payers: Payer[] = []
  /** Micro-rupees by account. */
  readonly credits = new Map<string, number>()
  readonly #tight: Payer[] = []
  #topUps = 0
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(readonly operator: Operator) {}

  async open(wallets: number): Promise<void> {
    for (let index = 0; index < wallets; index += 1) {
      const isTight = index % TIGHT_EVERY === TIGHT_EVERY - 1
      const rupees = isTight ? TIGHT : PLENTY
      const payer = await this.operator.payer(rupees)
      this.payers.push(payer)
      this.credits.set(payer.accountId, inr(rupees))
      if (isTight) this.#tight.push(payer)
    }
  }

  /** Credits tight wallets beside the servers, as the command line does, until it is stopped. */
  begin(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await sleep(TOP_UP_EVERY_MS)
      const payer = this.#tight[this.#topUps % this.#tight.length]
      if (payer) await this.#topUp(payer)
    }
  }

  async #topUp({ accountId, environment }: Payer): Promise<void> {
    this.#topUps += 1
    const credit = { accountId, environment, amount: inr(TOP_UP), reference: `top-up-${this.#topUps}`, actor: 'kill' }
    // The wallet of a dead or stalled server may be locked for a while; the same reference credits once.
    for (let credited = false; !credited; )
      credited = await this.operator.store.wallet.credit(credit).then(
        () => true,
        () => sleep(TOP_UP_EVERY_MS, false),
      )
    this.credits.set(accountId, micro((this.credits.get(accountId) ?? 0) + credit.amount))
  }
}
