import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'

/** A step that an external wallet has still to take, as `decide` decides it: written in the commit that makes it necessary. */
export interface WalletTask {
  readonly accountId: string
  readonly environment: Environment
  /** The call's reference, or the id of the move. */
  readonly reference: string
  readonly step: 'capture' | 'release' | 'refund' | 'credit'
  /** Above zero. */
  readonly amount: Money
  /** When it was decided, in milliseconds since 1970. */
  readonly at: number
  /** When it is tried next; until then it is left to the process that decided it. In milliseconds since 1970. */
  readonly nextAt: number
}
/** A task as it stands. */
export interface OpenWalletTask extends WalletTask {
  /** How often it was tried. */
  readonly attempts: number
  /** The code or class of the last error; null: none yet. */
  readonly error: string | null
}
/** A task that is open for so long is stuck: somebody has to look. In milliseconds. */
export const WALLET_TASK_STUCK_MS = 86_400_000
/** The key of a task, unique: a step is taken once. */
export const walletTaskKey = ({ reference, step }: Pick<WalletTask, 'reference' | 'step'>): string =>
  `${reference}/${step}`

/** A query for open tasks. */
export interface WalletTaskQuery {
  /** Only those that were decided by then, in milliseconds since 1970. */
  readonly before?: number
  readonly cursor: string | null
  readonly limit: number
}

/** The tasks of external wallets: an outbox of money. A task that is done is gone. */
export interface WalletTasks {
  /**
   * Takes tasks that are due, the oldest first: no other process has them until `leaseUntil`. A refund waits for the capture of its
   * reference.
   */
  claim(
    at: number,
    options: { readonly limit: number; readonly leaseUntil: number },
  ): Promise<readonly OpenWalletTask[]>
  /** Adds the release of a reservation that is about to be made for a move: due at its `nextAt`, unless the move comes first. */
  add(task: WalletTask): Promise<void>
  /** Their steps were taken. */
  done(tasks: readonly Pick<WalletTask, 'reference' | 'step'>[]): Promise<void>
  /** The step failed, and is tried again at `nextAt`. */
  failed(task: Pick<WalletTask, 'reference' | 'step'>, nextAt: number, error: string): Promise<void>
  /** Those that are open, the oldest first. @throws `CURSOR_INVALID` */
  list(query: WalletTaskQuery): Promise<Page<OpenWalletTask>>
  /** How many are open, and since when the oldest; null: none. */
  backlog(): Promise<{ readonly open: number; readonly oldestAt: number | null }>
  /** Makes one due at once. @throws `WALLET_TASK_NOT_FOUND` */
  retry(key: string, at: number): Promise<OpenWalletTask>
  /**
   * Ends one that somebody carried out by hand; the audit log has who and why.
   *
   * @throws `WALLET_TASK_NOT_FOUND`, `INVALID_REASON`, `IDENTITY_NUMBER_NOT_ALLOWED`
   */
  resolve(key: string, by: { readonly actor: string; readonly reason: string }): Promise<OpenWalletTask>
}
