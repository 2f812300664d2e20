import { Clock, type OpenWalletTask, Store, WALLET_TASK_STUCK_MS, walletTaskKey } from '@parakh/core'
import { EnvironmentField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'

const WalletTaskView = z.object({
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

const TaskId = z.object({ reference: z.string(), step: z.string() })
const ofTask = { method: 'POST', scope: 'wallets:write', params: TaskId, owner: 'operators' } as const

const listTasks = defineAdminList({
  id: 'wallet-tasks.list',
  path: '/wallet-tasks',
  scope: 'wallets:write',
  summary: 'List what the external wallet has still to do, the oldest first',
  filters: z.object({
    stuck: z.enum(['true', 'false']).default('false').describe('true: only what is open for a day or longer'),
  }),
  item: WalletTaskView,
  async handle({ host, filters: { stuck }, page }) {
    const at = host.get(Clock).now().getTime()
    const before = stuck === 'true' ? { before: at - WALLET_TASK_STUCK_MS } : {}
    const { items, next } = await host.get(Store).walletTasks.list({ ...before, ...page })
    return { items: items.map((task) => presentWalletTask(task, at)), next }
  },
})

const retryTask = defineAdminRoute({
  ...ofTask,
  id: 'wallet-tasks.retry',
  path: '/wallet-tasks/{reference}/{step}/retry',
  summary: 'Set a task of the external wallet due at once',
  response: WalletTaskView,
  async handle({ host, params: { reference, step } }) {
    const at = host.get(Clock).now().getTime()
    return presentWalletTask(await host.get(Store).walletTasks.retry(`${reference}/${step}`, at), at)
  },
})

const resolveTask = defineAdminRoute({
  ...ofTask,
  id: 'wallet-tasks.resolve',
  path: '/wallet-tasks/{reference}/{step}/resolve',
  summary: 'Close a task of the external wallet that was carried out by hand: it is not tried again',
  body: z.object({ reason: z.string().trim().min(1).max(500).describe('No identity number') }),
  response: WalletTaskView,
  async handle({ host, actor, params: { reference, step }, body: { reason } }) {
    const at = host.get(Clock).now().getTime()
    const resolved = await host.get(Store).walletTasks.resolve(`${reference}/${step}`, { actor, reason })
    return presentWalletTask(resolved, at)
  },
})

/** Routes of what an external wallet has still to do. */
export const walletTaskRoutes = [listTasks, retryTask, resolveTask]
