import {
  askedPage,
  Clock,
  defineOperation,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  Store,
  WALLET_TASK_STUCK_MS,
} from '@parakh/core'
import * as z from 'zod'
import { walletsWrite } from '../scopes.ts'
import { drawWalletTasks } from './wallet-task-text.ts'
import { presentWalletTask, WalletTaskView } from './wallet-task-view.ts'

/** `wallet-tasks.list` */
export const listWalletTasks = defineOperation({
  id: 'wallet-tasks.list',
  effect: 'read',
  summary: 'List what the external wallet has still to do, the oldest first',
  scope: walletsWrite,
  path: '/wallet-tasks',
  input: z.object({
    stuck: z.boolean().default(false).describe('true: only what is open for a day or longer'),
    ...PAGE_FIELDS,
  }),
  output: pageOf(WalletTaskView),
  whose: 'operators',
  command: {
    name: 'wallets tasks list',
    rows: 'tasks',
    more: ({ next_cursor }) => ({ next: next_cursor }),
    text: ({ items }, { draw }) => (items.length === 0 ? 'No task is open.' : drawWalletTasks(items, draw)),
  },
  needs: { clock: Clock, store: Store },
  async handle({ input, clock, store }) {
    const { page, filters } = askedPage(input)
    const at = clock.now().getTime()
    const before = filters.stuck ? { before: at - WALLET_TASK_STUCK_MS } : {}
    return presentPage(await store.walletTasks.list({ ...before, ...page }), (task) => presentWalletTask(task, at))
  },
})
