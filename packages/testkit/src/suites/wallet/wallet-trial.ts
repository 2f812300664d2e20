import { randomUUID } from 'node:crypto'
import type { ExternalWallet, Money, ReserveStep, WalletCapability, WalletOwner, WalletStep } from '@parakh/core'
import { pseudoRandom } from '../../memory/ledger-steps.ts'

/** A driver that is open, as one process of several has it. */
export interface OpenWallet {
  readonly wallet: ExternalWallet
  /** Cuts it off from its storage where it is, as the death of its process does: its connections are gone, its steps fail. */
  kill(): void | Promise<void>
  /** Ends it; one that was killed, too. */
  close(): void | Promise<void>
}
/** Storage of wallets that outlives the drivers that are opened over it. */
export interface WalletBench {
  /** What the driver declares. */
  readonly capabilities: readonly WalletCapability[]
  open(): OpenWallet | Promise<OpenWallet>
  /** A new owner, with so much to spend. */
  fund(amount: Money): WalletOwner | Promise<WalletOwner>
  /** What an owner can spend, read past the driver. */
  available(owner: WalletOwner): Money | Promise<Money>
  /** After the drivers. */
  close?(): void | Promise<void>
}
/** What a wallet can be asked for. */
export type StepName = 'reserve' | 'capture' | 'release' | 'refund' | 'credit'

/** One promise of wallet drivers. */
export interface WalletCheck {
  /** Completes "a wallet driver …". */
  readonly title: string
  /** Left out where the driver has not this capability. */
  readonly needs?: WalletCapability
  run(trial: WalletTrial): Promise<void>
}

/** A step that fails is tried so many times: its result is unknown until then. */
const MOST_TRIES = 30
const HOUR_MS = 3_600_000

/** One check under way: a bench, a driver over it, and what was found to be wrong. */
export class WalletTrial {
  readonly faults: string[] = []
  /** Numbers that look random and are the same for the same seed. */
  readonly random: (below: number) => number
  readonly #opened: OpenWallet[] = []

  constructor(
    readonly bench: WalletBench,
    seed: number,
  ) {
    this.random = pseudoRandom(seed)
  }

  /** Opens another instance. `close` closes it. */
  async open(): Promise<OpenWallet> {
    const opened = await this.bench.open()
    this.#opened.push(opened)
    return opened
  }

  /** Closes what is open. */
  async close(): Promise<void> {
    for (const opened of this.#opened.splice(0)) await opened.close()
  }

  /** A reference that nobody had before: the storage may be older than the run. */
  reference(): string {
    return `trial-${randomUUID()}`
  }

  /**
   * Takes a step as the host does: again until it has a result.
   *
   * @param step Its key is made of its reference and name, unless given.
   * @returns `reserved`, `insufficient` or `done`; what it threw, where it never has a result.
   */
  async take(by: OpenWallet, name: StepName, step: Asked): Promise<string> {
    let thrown: unknown
    for (let tried = 0; tried < MOST_TRIES; tried += 1)
      try {
        return await takeOnce(by.wallet, name, step)
      } catch (error) {
        thrown = error
      }
    return `failed ${MOST_TRIES} times: ${String(thrown)}`
  }

  /** Takes a step and says what it is to give. */
  async expectStep(by: OpenWallet, name: StepName, asked: Asked & { readonly gives?: string }): Promise<void> {
    const { gives = name === 'reserve' ? 'reserved' : 'done', ...step } = asked
    this.same(`${name} gives`, await this.take(by, name, step), gives)
  }

  /** What is to be there to spend. */
  async expectAvailable(owner: WalletOwner, amount: Money, when: string): Promise<void> {
    this.same(`available ${when}`, await this.bench.available(owner), amount)
  }

  same(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.faults.push(`${what}: ${String(found)}. Expected: ${String(expected)}`)
  }
}

/** A step without what follows from its name. */
export interface Asked {
  readonly owner: WalletOwner
  readonly reference: string
  readonly amount: Money
  readonly key?: string
}

/** Takes a step once. @throws What the driver throws. */
export async function takeOnce(wallet: ExternalWallet, name: StepName, asked: Asked): Promise<string> {
  const { owner, reference, amount, key = `${reference}/${name}` } = asked
  const step: WalletStep = { key, reference, wallet: owner, amount }
  const { signal } = new AbortController()
  if (name !== 'reserve') {
    const taken = wallet[name]
    if (!taken) throw new TypeError(`the driver has no ${name}`)
    await taken.call(wallet, step, signal)
    return 'done'
  }
  const reserve: ReserveStep = { ...step, expiresAt: new Date(Date.now() + HOUR_MS) }
  const reservation = await wallet.reserve(reserve, signal)
  return reservation.kind
}

/** Runs a check on a bench. @returns What is wrong; empty: nothing. */
export async function runWalletCheck(bench: WalletBench, check: WalletCheck, seed: number): Promise<readonly string[]> {
  const { capabilities } = bench
  if (check.needs !== undefined && !capabilities.includes(check.needs)) return []
  const trial = new WalletTrial(bench, seed)
  try {
    await check.run(trial)
  } finally {
    await trial.close()
  }
  return [...new Set(trial.faults)]
}

/** So many of the same at once. */
export const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
