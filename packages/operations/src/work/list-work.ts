import { defineOperation, HostScopes, hasAdminScope, MOST_WAITING, WorkQueues } from '@parakh/core'
import { MomentOrNone, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { workRead } from '../scopes.ts'

const QueueView = z.object({
  queue: z.string().describe('The plugin and its queue: funding/transfers'),
  title: z.string(),
  waiting: z.int().describe(`${MOST_WAITING} at most`),
  more: z.boolean().describe(`true: there are more than ${MOST_WAITING}`),
  oldest_at: MomentOrNone.describe('Since when the oldest of the counted waits; null: nothing waits'),
})

/** `work.list` */
export const listWork = defineOperation({
  id: 'work.list',
  effect: 'read',
  summary: 'List the queues of work, the one with the oldest first',
  scope: workRead,
  path: '/work',
  input: z.object({}),
  output: z.object({ items: z.array(QueueView).describe('Those that the scopes of the credential allow') }),
  whose: 'operators',
  command: {
    text: ({ items }, { draw }) =>
      draw.table(
        ['Queue', 'Waiting', 'Oldest'],
        items.map(({ title, waiting, more, oldest_at }) => [title, `${waiting}${more ? '+' : ''}`, oldest_at ?? '']),
      ),
  },
  needs: { queues: WorkQueues, scopes: HostScopes },
  async handle({ viewer: { accountId }, granted, queues, scopes }) {
    const seen = [...queues].filter(([, { scope }]) => hasAdminScope({ scopes: granted, accountId }, scope, scopes))
    const told = await Promise.all(
      seen.map(async ([queue, { title, standing }]) => ({ queue, title, ...(await standing()) })),
    )
    told.sort((one, other) => ageOf(one.oldestAt) - ageOf(other.oldestAt))
    return {
      items: told.map(({ queue, title, waiting, oldestAt }) => ({
        ...{ queue, title, waiting: Math.min(waiting, MOST_WAITING), more: waiting > MOST_WAITING },
        oldest_at: momentOrNone(oldestAt),
      })),
    }
  },
})

/** Queues without work come last. */
const ageOf = (oldestAt: Date | null): number => oldestAt?.getTime() ?? Number.MAX_SAFE_INTEGER
