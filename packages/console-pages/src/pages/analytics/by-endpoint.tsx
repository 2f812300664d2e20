import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Figure } from '../../api/rows.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import type { Search } from '../../shell/search.ts'
import { useTexts } from '../../texts/language.tsx'
import { analyticsTexts } from './analytics-texts.ts'
import { answeredRate, PARTS, partsOf, percent } from './figure-parts.ts'

/** Endpoints, the most called first. A row leads to its calls in the log. @param search The filters of the page. */
export function ByEndpoint({ figures, search }: { readonly figures: readonly Figure[]; readonly search: Search }) {
  const texts = useTexts(analyticsTexts)
  const navigate = useNavigate()
  const columns: readonly Column<Figure>[] = [
    {
      id: 'endpoint',
      heading: texts.endpoint,
      card: 'title',
      cell: ({ group }) => (
        <Text fz="sm" fw={550}>
          {group}
        </Text>
      ),
    },
    { id: 'calls', heading: texts.calls, align: 'end', cell: ({ calls }) => grouped(calls) },
    ...PARTS.map((part) => ({
      ...{ id: part, heading: texts.parts[part], align: 'end' as const, card: 'hidden' as const },
      cell: (figure: Figure) => <Count of={partsOf(figure)[part]} />,
    })),
    {
      id: 'rate',
      heading: texts.rate,
      align: 'end',
      cell: (figure) => percent(answeredRate(figure)) ?? texts.unknown,
    },
    {
      id: 'p95',
      heading: texts.p95Short,
      align: 'end',
      cell: ({ p95_latency_ms: ms }) => <span style={{ whiteSpace: 'nowrap' }}>{ms === null ? '' : texts.ms(ms)}</span>,
    },
    {
      id: 'spend',
      heading: texts.spend,
      align: 'end',
      card: 'end',
      cell: ({ charged }) => <strong>{rupees(charged)}</strong>,
    },
  ]
  return (
    <DataTable
      label={texts.byEndpoint}
      columns={columns}
      rows={[...figures].sort((one, other) => other.calls - one.calls)}
      keyOf={({ group }) => group}
      onOpen={({ group }) => void navigate({ to: '/usage', search: { ...search, endpoint: group } })}
    />
  )
}

const Count = ({ of }: { readonly of: number }) => (
  <Text span fz="sm" {...(of === 0 && { c: 'dimmed' })}>
    {grouped(of)}
  </Text>
)
