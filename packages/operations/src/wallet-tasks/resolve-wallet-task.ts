import { Clock, defineOperation, Store } from '@parakh/core'
import * as z from 'zod'
import { ReasonField } from '../reason-field.ts'
import { walletsWrite } from '../scopes.ts'
import { TASK_ARGUMENT } from './wallet-task-text.ts'
import { presentWalletTask, WalletTaskView } from './wallet-task-view.ts'

/** `wallet-tasks.resolve` */
export const resolveWalletTask = defineOperation({
  id: 'wallet-tasks.resolve',
  effect: 'write',
  summary: 'Close a task of the external wallet that was carried out by hand: it is not tried again',
  scope: walletsWrite,
  stepUp: true,
  path: '/wallet-tasks/{reference}/{step}/resolve',
  input: z.object({
    reference: z.string(),
    step: z.string(),
    reason: ReasonField,
  }),
  output: WalletTaskView,
  whose: 'operators',
  command: {
    name: 'wallets tasks resolve',
    positional: [TASK_ARGUMENT],
    text: ({ key, amount }) => `The task ${key} of ${amount} INR is resolved. It is not tried again.`,
  },
  needs: { clock: Clock, store: Store },
  async handle({ input: { reference, step, reason }, actor, clock, store }) {
    const resolved = await store.walletTasks.resolve(`${reference}/${step}`, { actor, reason })
    return presentWalletTask(resolved, clock.now().getTime())
  },
})
