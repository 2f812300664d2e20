import { Button, Group, NativeSelect, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Margins } from '../../api/rows.ts'
import { lastMonths, monthName } from '../../formats/moments.ts'
import { dividedRupees, grouped, rupees, sumOfExact } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { costTexts } from './cost-texts.ts'

const MONTHS = 24
type EndpointMargin = Margins['margins'][number]
type SourceCost = Margins['providers'][number]

/** The margins of a month. They are worked out when asked for, because a large month takes long. */
export function MarginsOfMonth() {
  const texts = useTexts(costTexts)
  const { language } = useLanguage()
  const [months] = useState(() => lastMonths(MONTHS, Date.now()))
  const [month, setMonth] = useState(months[0] ?? '')
  const [asked, setAsked] = useState<string | null>(null)
  const params = { params: { query: { month: asked ?? month } } }
  const query = useAdmin().useQuery('get', '/admin/v1/costs/margins', params, { enabled: asked !== null })
  return (
    <Surface title={texts.margins} note={texts.marginsNote}>
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={texts.month}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
            data={months.map((value) => ({ value, label: monthName(value, language) }))}
          />
          <Button variant="default" loading={query.isFetching} onClick={() => setAsked(month)}>
            {texts.load}
          </Button>
        </Group>
        {asked !== null && (
          <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
            {(margins) => <MarginTables margins={margins} />}
          </Loaded>
        )}
      </Stack>
    </Surface>
  )
}

function MarginTables({ margins: { margins, providers } }: { readonly margins: Margins }) {
  const texts = useTexts(costTexts)
  if (margins.length === 0) return <Empty icon="chart" title={texts.none} text={texts.noneText} />
  const sources: readonly Column<SourceCost>[] = [
    { id: 'source', heading: texts.source, card: 'title', cell: ({ provider }) => provider },
    { id: 'endpoint', heading: texts.endpoint, card: 'note', cell: ({ endpoint }) => endpoint },
    { id: 'attempts', heading: texts.attempts, align: 'end', cell: ({ attempts }) => grouped(attempts) },
    { id: 'answers', heading: texts.answers, align: 'end', cell: ({ answers }) => grouped(answers) },
    {
      ...{ id: 'each', heading: texts.perAttempt, align: 'end' },
      cell: ({ cost, answers }) => (answers === 0 ? '—' : rupees(dividedRupees(cost, answers))),
    },
    {
      ...{ id: 'cost', heading: texts.cost, align: 'end', card: 'end' },
      cell: ({ cost }) => <strong>{rupees(cost)}</strong>,
    },
  ]
  const amount = (id: 'revenue' | 'commission' | 'cost'): Column<EndpointMargin> => ({
    ...{ id, heading: texts.totals[id], align: 'end' },
    cell: (row) => rupees(row[id]),
  })
  const endpoints: readonly Column<EndpointMargin>[] = [
    { id: 'endpoint', heading: texts.endpoint, card: 'title', cell: ({ endpoint }) => endpoint },
    { id: 'calls', heading: texts.calls, align: 'end', cell: ({ calls }) => grouped(calls) },
    ...(['revenue', 'commission', 'cost'] as const).map(amount),
    {
      ...{ id: 'margin', heading: texts.totals.margin, align: 'end', card: 'end' },
      cell: ({ margin }) => <strong>{rupees(margin)}</strong>,
    },
  ]
  return (
    <Stack gap="md">
      <Figures
        busy={false}
        figures={(['revenue', 'commission', 'cost', 'margin'] as const).map((id) => ({
          ...{ label: texts.totals[id], value: rupees(sumOfExact(margins.map((row) => row[id]))) },
        }))}
      />
      <Stack gap="xs">
        <Title order={3} fz="sm">
          {texts.byEndpoint}
        </Title>
        <DataTable label={texts.byEndpoint} columns={endpoints} rows={margins} keyOf={({ endpoint }) => endpoint} />
      </Stack>
      <Stack gap="xs">
        <Title order={3} fz="sm">
          {texts.bySource}
        </Title>
        <DataTable
          label={texts.bySource}
          columns={sources}
          rows={providers}
          keyOf={({ provider, endpoint }) => `${provider} ${endpoint}`}
        />
      </Stack>
    </Stack>
  )
}
