import { Clock, defineOperation, Store } from '@parakh/core'
import { Moment, MomentOrNone, moment, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { systemRead } from '../scopes.ts'

/** Whether paid calls run. */
export const MoneyView = z.object({
  mode: z
    .enum(['on', 'stopped', 'recovery'])
    .describe('stopped: an invariant is broken; recovery: a backup was restored, and its head is not compared yet'),
  reason: z.string(),
  since: Moment,
})
const SystemView = z.object({
  money: MoneyView,
  ledger: z
    .object({
      closed_periods: z.int(),
      closed_until: Moment,
      hash: z.string().describe('The head: SHA-256 over all closed periods'),
    })
    .nullable()
    .describe('Null: no period is closed yet'),
  events: z.object({ oldest_at: MomentOrNone.describe('The oldest event that a sink has not accepted; null: none') }),
  jobs: z.array(z.object({ name: z.string(), due: z.int(), oldest_at: Moment })).describe('Jobs that are due, by name'),
  wallet_tasks: z.object({ open: z.int(), oldest_at: MomentOrNone }).describe('Of the external wallet'),
})

/** `system.get` */
export const getSystem = defineOperation({
  id: 'system.get',
  effect: 'read',
  summary: 'Get how the system stands: money, ledger, events, jobs',
  scope: systemRead,
  path: '/system',
  input: z.object({}),
  output: SystemView,
  whose: 'operators',
  command: {
    name: 'work system',
    text: ({ money, ledger, events, jobs, wallet_tasks }, { draw }) =>
      [
        money.mode === 'on' ? 'Paid calls run.' : `Paid calls are stopped since ${money.since}: ${money.reason}`,
        ledger === null
          ? 'No period of the ledger is closed yet.'
          : `${ledger.closed_periods} periods of the ledger are closed, until ${ledger.closed_until}.`,
        events.oldest_at === null ? 'No event waits.' : `Events wait since ${events.oldest_at}.`,
        `${wallet_tasks.open} tasks of the external wallet are open.`,
        ...(jobs.length === 0
          ? ['No job is due.']
          : [
              draw.table(
                ['Job', 'Due', 'Oldest'],
                jobs.map(({ name, due, oldest_at }) => [name, `${due}`, oldest_at]),
              ),
            ]),
      ].join('\n'),
  },
  needs: { clock: Clock, store: Store },
  async handle({ clock, store }) {
    const [money, head, oldestEvent, jobs, tasks] = await Promise.all([
      store.money.state(),
      store.ledger.head(),
      store.outbox.oldestAt(),
      store.jobs.backlog(clock.now().getTime()),
      store.walletTasks.backlog(),
    ])
    return {
      money: { mode: money.mode, reason: money.reason, since: moment(money.since) },
      ledger: head && { closed_periods: head.period, closed_until: moment(head.closedAt), hash: head.hash },
      events: { oldest_at: momentOrNone(oldestEvent) },
      jobs: jobs.map(({ kind, due, oldestAt }) => ({ name: kind, due, oldest_at: moment(oldestAt) })),
      wallet_tasks: { open: tasks.open, oldest_at: momentOrNone(tasks.oldestAt) },
    }
  },
})
