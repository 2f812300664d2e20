import { Text } from '@mantine/core'
import type { UsageRow } from '../../api/rows.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Charge } from './charge.tsx'
import { useKeyLabels } from './key-labels.ts'
import { Outcome } from './outcome.tsx'
import { usageTexts } from './usage-texts.ts'

/** Requests, each with its outcome and what it cost. */
export function UsageTable({
  rows,
  onOpen,
  requestIds = false,
}: {
  readonly rows: readonly UsageRow[]
  readonly onOpen?: (row: UsageRow) => void
  /** Whether each row has the request id, by which callers name it. */
  readonly requestIds?: boolean
}) {
  const texts = useTexts(usageTexts)
  const { may } = useWorkplace()
  const { labels, isLoading } = useKeyLabels()
  const columns: readonly Column<UsageRow>[] = [
    { id: 'time', heading: texts.timeIst, card: 'note', cell: ({ at }) => <MomentText at={at} /> },
    {
      id: 'endpoint',
      heading: texts.endpoint,
      card: 'title',
      cell: ({ endpoint }) => (
        <Text fz="sm" fw={550}>
          {endpoint}
        </Text>
      ),
    },
    ...(may('keys:read')
      ? [
          {
            ...{ id: 'key', heading: texts.key, card: 'hidden' as const },
            cell: ({ key_id }: UsageRow) => (
              <Text fz="sm" title={key_id}>
                {labels.get(key_id)?.replace(/ \([^()]*…\)$/, '') ?? `…${key_id.slice(-6)}`}
              </Text>
            ),
          },
        ]
      : []),
    ...(requestIds
      ? [
          {
            ...{ id: 'request', heading: texts.requestId },
            cell: ({ request_id }: UsageRow) => (
              <Copyable text={request_id} what={texts.requestId} shown={shortened(request_id)} />
            ),
          },
        ]
      : []),
    {
      id: 'outcome',
      heading: texts.outcome,
      card: 'state',
      cell: ({ outcome, status, code }) => (
        <div>
          <Outcome outcome={outcome} status={status} />
          {code && (
            <Text fz="xs" ff="monospace" c="dimmed" mt={2}>
              {code}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'latency',
      heading: texts.latency,
      align: 'end',
      card: 'hidden',
      cell: ({ latency_ms }) => texts.ms(latency_ms),
    },
    {
      id: 'charged',
      heading: texts.charged,
      align: 'end',
      card: 'end',
      cell: (row) => <Charge {...row} />,
    },
  ]
  if (isLoading) return <RowsSkeleton rows={rows.length} />
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={rows}
      keyOf={({ reference }) => reference}
      {...(onOpen && { onOpen })}
    />
  )
}

/** Both ends: callers number their requests at either. */
const shortened = (id: string): string => (id.length > 20 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id)
