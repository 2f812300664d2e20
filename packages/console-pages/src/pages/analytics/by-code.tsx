import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Figure } from '../../api/rows.ts'
import { grouped } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import type { Search } from '../../shell/search.ts'
import { useTexts } from '../../texts/language.tsx'
import { Outcome } from '../usage/outcome.tsx'
import { analyticsTexts } from './analytics-texts.ts'
import { percent } from './figure-parts.ts'

type Failure = Figure['failures'][number]

/** The codes of calls without data, the most frequent first. A row leads to the calls of its outcome in the log. */
export function ByCode({ figure, search }: { readonly figure: Figure; readonly search: Search }) {
  const texts = useTexts(analyticsTexts)
  const navigate = useNavigate()
  const columns: readonly Column<Failure>[] = [
    {
      id: 'code',
      heading: texts.code,
      card: 'title',
      cell: ({ code }) => (
        <Text fz="xs" ff="monospace">
          {code}
        </Text>
      ),
    },
    { id: 'outcome', heading: texts.outcome, card: 'note', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    { id: 'calls', heading: texts.calls, align: 'end', card: 'end', cell: ({ calls }) => grouped(calls) },
    {
      id: 'share',
      heading: texts.share,
      align: 'end',
      card: 'state',
      cell: ({ calls }) => percent(calls / figure.calls) ?? '',
    },
  ]
  return (
    <DataTable
      label={texts.byCode}
      columns={columns}
      rows={figure.failures}
      keyOf={({ outcome, code }) => `${outcome} ${code}`}
      onOpen={({ outcome }) => void navigate({ to: '/usage', search: { ...search, outcome } })}
    />
  )
}
