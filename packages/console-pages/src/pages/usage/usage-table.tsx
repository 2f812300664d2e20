import { Text } from '@mantine/core'
import type { UsageRow } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Outcome } from './outcome.tsx'
import { usageTexts } from './usage-texts.ts'

/** Requests, each with its outcome and what it cost. */
export function UsageTable({
  rows,
  onOpen,
}: {
  readonly rows: readonly UsageRow[]
  readonly onOpen?: (row: UsageRow) => void
}) {
  const texts = useTexts(usageTexts)
  const columns: readonly Column<UsageRow>[] = [
    { id: 'time', heading: texts.time, card: 'note', cell: ({ at }) => <MomentText at={at} /> },
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
    { id: 'outcome', heading: texts.outcome, card: 'state', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    {
      id: 'status',
      heading: texts.status,
      card: 'hidden',
      cell: ({ status, code }) => (
        <Text fz="xs" ff="monospace">
          {status}
          {code && (
            <Text span fz="xs" ff="monospace" c="dimmed">
              {' '}
              {code}
            </Text>
          )}
        </Text>
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
      cell: ({ charged }) => (
        <Text span fz="sm" {...(isZero(charged) ? { c: 'dimmed' } : { fw: 600 })}>
          {rupees(charged)}
        </Text>
      ),
    },
  ]
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
