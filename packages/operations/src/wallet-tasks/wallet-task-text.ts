import type { Drawing } from '@parakh/core'
import type * as z from 'zod'
import type { WalletTaskView } from './wallet-task-view.ts'

/** A task as one argument: `reference/step`. */
export const TASK_ARGUMENT = { name: 'key', fields: ['reference', 'step'], separator: '/' } as const

/** Tasks as a table. */
export const drawWalletTasks = (tasks: readonly z.output<typeof WalletTaskView>[], draw: Drawing): string =>
  draw.table(
    ['Task', 'Account', 'Environment', 'Amount', 'Since', 'Stuck', 'Attempts', 'Next try', 'Last error'],
    tasks.map((task) => [
      ...[task.key, task.account_id, task.environment, `${task.amount} INR`, task.since, task.stuck ? 'yes' : ''],
      ...[String(task.attempts), task.next_try, task.last_error ?? ''],
    ]),
  )
