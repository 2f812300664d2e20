import { Text } from '@mantine/core'
import { queueTexts } from '../../alerts/queue-texts.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { KycSubmission } from '../../api/rows.ts'
import type { Column } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { KycDecision } from './kyc-decision.tsx'
import { QueueList } from './queue-list.tsx'
import { WORK_MS } from './work-page.tsx'
import { workTexts } from './work-texts.ts'

/** Submissions of KYC, the oldest first. */
export function KycQueue() {
  const texts = useTexts(workTexts)
  const names = useTexts(queueTexts)
  const params = { query: { limit: 50 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/kyc', { params }, { ...PAGED, refetchInterval: WORK_MS })
  const columns: readonly Column<KycSubmission>[] = [
    {
      ...{ id: 'account', heading: texts.account, card: 'title' },
      cell: ({ account_name }) => (
        <Text fz="sm" fw={550}>
          {account_name}
        </Text>
      ),
    },
    {
      ...{ id: 'since', heading: texts.since, card: 'note' },
      cell: ({ submitted_at }) => <MomentText at={submitted_at} />,
    },
    { id: 'documents', heading: texts.documents, align: 'end', cell: ({ documents }) => documents },
  ]
  return (
    <QueueList
      label={names['core/kyc']}
      query={query}
      rows={query.data ? rowsOf<KycSubmission>(query.data) : []}
      columns={columns}
      keyOf={({ account_id }) => account_id}
      titleOf={({ account_name }) => account_name}
      decision={({ account_id, account_name }, onDone) => (
        <KycDecision accountId={account_id} name={account_name} onDone={onDone} />
      )}
    />
  )
}
