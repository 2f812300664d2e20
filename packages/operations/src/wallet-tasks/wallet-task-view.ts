import { type OpenWalletTask, WALLET_TASK_STUCK_MS, walletTaskKey } from '@parakh/core'
import { EnvironmentField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** A task of an external wallet. */
export const WalletTaskView = z.object({
  key: z
    .string()
    .describe('reference/step: the path of the task below /wallet-tasks, and its idempotency key at the wallet'),
  account_id: z.string(),
  environment: EnvironmentField,
  reference: z.string().describe('Of the call, or of the movement of money'),
  step: z.enum(['capture', 'release', 'refund', 'credit']),
  amount: Rupees,
  since: Moment.describe('When it was decided'),
  stuck: z.boolean().describe('Open for a day or longer'),
  attempts: z.int(),
  next_try: Moment,
  last_error: z.string().nullable().describe('The class of the last error; null: none yet'),
})

/** A task of an external wallet, as it is shown. @param at The time now, in milliseconds since 1970. */
export const presentWalletTask = (task: OpenWalletTask, at: number): z.output<typeof WalletTaskView> => ({
  ...{ key: walletTaskKey(task), account_id: task.accountId, environment: task.environment },
  ...{ reference: task.reference, step: task.step, amount: rupeesText(task.amount), since: moment(task.at) },
  ...{ stuck: at - task.at >= WALLET_TASK_STUCK_MS, attempts: task.attempts, next_try: moment(task.nextAt) },
  last_error: task.error,
})
