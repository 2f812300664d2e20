import {
  type Clock,
  type ExternalWallet,
  errorFacts,
  type Logger,
  type OpenWalletTask,
  WALLET_TASK_STUCK_MS,
  type WalletTask,
  type WalletTasks,
  walletTaskKey,
} from '@parakh/core'
import { within } from './within.ts'

/** How long a step may take, in milliseconds. */
const STEP_MS = 10_000
/** How long no other process takes a claimed task: longer than its step. */
const LEASE_MS = 30_000
const BATCH = 50
/** Batches of one look: then other background tasks get their turn. */
const MOST_BATCHES = 20
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [1_000, 3_600_000]

/** What runs tasks. */
export interface WalletTaskRunnerOptions {
  readonly wallet: ExternalWallet
  readonly tasks: WalletTasks
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Carries out what was decided of an external wallet: at once by the process that decided it, else by whoever looks next. Without end, after
 * 1 s, 2 s, 4 s up to 1 h. A step may be carried out more than once: the wallet knows it by its key.
 */
export class WalletTaskRunner {
  readonly #given: WalletTaskRunnerOptions
  readonly #running = new Set<Promise<void>>()
  #done: OpenWalletTask[] = []

  constructor(given: WalletTaskRunnerOptions) {
    this.#given = given
  }

  /** Carries out a task of this process's own, without waiting for it. */
  begin(task: Omit<WalletTask, 'nextAt'>): void {
    const run = this.#run({ ...task, attempts: 0, nextAt: task.at, error: null }).finally(() =>
      this.#running.delete(run),
    )
    this.#running.add(run)
  }

  /** Carries out what is due. */
  async look(): Promise<void> {
    const { tasks, clock } = this.#given
    await this.#forgetDone()
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const at = clock.now().getTime()
      const due = await tasks.claim(at, { limit: BATCH, leaseUntil: at + LEASE_MS })
      await Promise.all(due.map((task) => this.#run(task)))
      await this.#forgetDone()
      if (due.length < BATCH) return
    }
  }

  /** Resolves when nothing runs, and what is done is written. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running])
    await this.#forgetDone()
  }

  async #run(task: OpenWalletTask): Promise<void> {
    const { wallet, tasks, clock, logger } = this.#given
    try {
      await within(STEP_MS, (signal) => stepOf(wallet, task, signal))
      this.#done.push(task)
    } catch (error) {
      const { reference, step, at, attempts } = task
      const facts = { reference, step, attempts: attempts + 1, ...errorFacts(error) }
      const now = clock.now().getTime()
      if (now - at >= WALLET_TASK_STUCK_MS) logger.error('wallet.task_stuck', facts)
      else logger.warn('wallet.task_failed', facts)
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** attempts, LONGEST_DELAY_MS)
      // A task that cannot be marked is due again when its lease ends.
      await tasks
        .failed(task, now + delayMs, nameOf(error))
        .catch((trouble: unknown) =>
          logger.error('wallet.task_not_marked', { reference, step, ...errorFacts(trouble) }),
        )
    }
  }

  /** Many at once: each is a transaction else. A crash before it carries a step out once more. */
  async #forgetDone(): Promise<void> {
    const done = this.#done
    if (done.length === 0) return
    this.#done = []
    try {
      await this.#given.tasks.done(done)
    } catch (error) {
      this.#done.push(...done)
      throw error
    }
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

async function stepOf(wallet: ExternalWallet, task: WalletTask, signal: AbortSignal): Promise<void> {
  const { accountId, environment, reference, amount } = task
  const step = { key: walletTaskKey(task), reference, wallet: { accountId, environment }, amount }
  const taken = wallet[task.step]
  // At start it was checked that the driver has what is needed; a task of an earlier driver waits.
  if (!taken) throw new TypeError(`the wallet has no step ${task.step}`)
  await taken.call(wallet, step, signal)
}
