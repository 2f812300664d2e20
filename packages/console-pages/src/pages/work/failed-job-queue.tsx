import { queueTexts } from '../../alerts/queue-texts.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { FailedJob } from '../../api/rows.ts'
import type { Column } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { QueueList } from './queue-list.tsx'
import { WORK_MS } from './work-page.tsx'
import { workTexts } from './work-texts.ts'

/** Jobs that were given up, with why. */
export function FailedJobQueue() {
  const texts = useTexts(workTexts)
  const names = useTexts(queueTexts)
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/failed-jobs',
    { params: { query: { limit: 50 } } },
    { ...PAGED, refetchInterval: WORK_MS },
  )
  const columns: readonly Column<FailedJob>[] = [
    { id: 'due', heading: texts.due, card: 'note', cell: ({ due_at }) => <MomentText at={due_at} /> },
    { id: 'job', heading: texts.job, card: 'title', cell: ({ name }) => name },
    {
      ...{ id: 'account', heading: texts.account, card: 'hidden' },
      cell: ({ account_id }) =>
        account_id === null ? texts.scheduled : <AccountName accountId={account_id} width={180} />,
    },
    { id: 'error', heading: texts.lastError, card: 'state', cell: ({ last_error }) => last_error ?? texts.ended },
    { id: 'attempts', heading: texts.attempts, align: 'end', card: 'hidden', cell: ({ attempts }) => attempts },
  ]
  return (
    <QueueList
      label={names['core/failed-jobs']}
      query={query}
      rows={query.data ? rowsOf<FailedJob>(query.data) : []}
      columns={columns}
      keyOf={({ job_id }) => job_id}
      titleOf={({ name }) => name}
    />
  )
}
