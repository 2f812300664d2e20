import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queueTexts } from '../../alerts/queue-texts.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { WalletTask } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { decisionTexts } from './decision-texts.ts'
import { QueueList } from './queue-list.tsx'
import { WORK_MS } from './work-page.tsx'
import { workTexts } from './work-texts.ts'

/** What the external wallet has not done for a day. */
export function WalletTaskQueue() {
  const texts = useTexts(workTexts)
  const names = useTexts(queueTexts)
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/wallet-tasks',
    { params: { query: { stuck: true, limit: 50 } } },
    { ...PAGED, refetchInterval: WORK_MS },
  )
  const columns: readonly Column<WalletTask>[] = [
    { id: 'since', heading: texts.since, card: 'note', cell: ({ since }) => <MomentText at={since} /> },
    { id: 'task', heading: texts.task, card: 'title', cell: ({ step }) => step },
    { id: 'error', heading: texts.lastError, card: 'state', cell: ({ last_error }) => last_error },
    { id: 'attempts', heading: texts.attempts, align: 'end', card: 'hidden', cell: ({ attempts }) => attempts },
    {
      ...{ id: 'amount', heading: texts.amount, align: 'end', card: 'end' },
      cell: ({ amount }) => <strong>{rupees(amount)}</strong>,
    },
  ]
  return (
    <QueueList
      label={names['core/wallet-tasks']}
      query={query}
      rows={query.data ? rowsOf<WalletTask>(query.data) : []}
      columns={columns}
      keyOf={({ key }) => key}
      titleOf={({ amount }) => rupees(amount)}
      decision={(task, onDone) => <TaskDecision task={task} onDone={onDone} />}
    />
  )
}

function TaskDecision(props: { readonly task: WalletTask; readonly onDone: (told: ReactNode) => void }) {
  const { task, onDone } = props
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { reference: task.reference, step: task.step } }
  const telling = (told: string) => ({
    onSuccess: () => {
      void queries.invalidateQueries()
      onDone(told)
    },
  })
  const path = '/admin/v1/wallet-tasks/{reference}/{step}'
  const retry = admin.useMutation('post', `${path}/retry`, telling(done.retried))
  const resolve = admin.useMutation('post', `${path}/resolve`, telling(done.resolved))
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.task, <Copyable key="key" text={task.key} what={texts.task} />],
          [texts.account, <AccountName key="account" accountId={task.account_id} />],
          [texts.since, <MomentText key="since" at={task.since} full />],
          [texts.attempts, task.attempts],
          [texts.nextTry, <MomentText key="next" at={task.next_try} full />],
          ...(task.last_error === null ? [] : [[texts.lastError, task.last_error] as const]),
        ]}
      />
      <ActForm act={retry} label={texts.retry} onAct={() => retry.mutate({ params })} />
      <Divider />
      <ActForm
        danger
        act={resolve}
        label={texts.resolve}
        text={texts.resolveText}
        reason={{ hint: texts.resolveReason }}
        onAct={(reason) => resolve.mutate({ params, body: { reason } })}
      />
    </Stack>
  )
}
