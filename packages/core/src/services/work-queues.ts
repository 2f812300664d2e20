import { extensionPoint } from '../extension-point.ts'
import type { Scope } from '../operation/scope.ts'

/** The most that is counted of a queue. */
export const MOST_WAITING = 1_000

/** What waits for an operator. */
export interface WorkStanding {
  /** At most one more than `MOST_WAITING`: beyond that nothing is counted. */
  readonly waiting: number
  /** Since when the oldest of those that were counted waits; null: nothing does. */
  readonly oldestAt: Date | null
}
/** A queue of work that waits for operators. */
export interface WorkQueue {
  /** Begins with a capital letter: `Bank transfers to approve`. */
  readonly title: string
  /** Who may see the queue: that of the operation that lists it. */
  readonly scope: Scope
  /** Reads one row more than `MOST_WAITING` at most, by an index. */
  standing(): Promise<WorkStanding>
}

/**
 * Queues of work that wait for operators: `work.list` answers them under `plugin/id`.
 *
 * @example
 * WorkQueues.contribute({
 *   id: 'letters', needs: { letters: Letters },
 *   make: ({ letters }) => ({ title: 'Letters to answer', scope: lettersWrite, standing: () => letters.unanswered(MOST_WAITING + 1) }),
 * })
 */
export const WorkQueues = extensionPoint<WorkQueue>('core.work-queues', { version: 1 })
