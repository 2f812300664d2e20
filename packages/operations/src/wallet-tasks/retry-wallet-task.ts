import { Clock, defineOperation, Store } from '@parakh/core'
import * as z from 'zod'
import { walletsWrite } from '../scopes.ts'
import { TASK_ARGUMENT } from './wallet-task-text.ts'
import { presentWalletTask, WalletTaskView } from './wallet-task-view.ts'

/** `wallet-tasks.retry` */
export const retryWalletTask = defineOperation({
  id: 'wallet-tasks.retry',
  effect: 'write',
  summary: 'Set a task of the external wallet due at once',
  scope: walletsWrite,
  stepUp: true,
  path: '/wallet-tasks/{reference}/{step}/retry',
  input: z.object({ reference: z.string(), step: z.string() }),
  output: WalletTaskView,
  whose: 'operators',
  command: {
    name: 'wallets tasks retry',
    positional: [TASK_ARGUMENT],
    text: ({ key }) => `The task ${key} is due: a running server tries it.`,
  },
  needs: { clock: Clock, store: Store },
  async handle({ input: { reference, step }, clock, store }) {
    const at = clock.now().getTime()
    return presentWalletTask(await store.walletTasks.retry(`${reference}/${step}`, at), at)
  },
})
