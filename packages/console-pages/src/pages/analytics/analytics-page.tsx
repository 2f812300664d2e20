import { NativeSelect, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Figure } from '../../api/rows.ts'
import { daysAgo, hourOf, indianDay, shortDay } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { Bars } from '../../parts/bars.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { analyticsTexts } from './analytics-texts.ts'
import { daysBefore, everyDay, everyHour, percent } from './figure-days.ts'

const RANGES = ['1', '7', '30', '90'] as const

/** The figures of an account. */
export function AnalyticsPage() {
  const texts = useTexts(analyticsTexts)
  const { accountId, environment } = useWorkplace()
  const { values, set } = useFilters()
  const days = RANGES.find((range) => range === values['days']) ?? '30'
  const [now] = useState(() => Date.now())
  const from = daysAgo(Number(days) - 1, now)
  const ask = (by: 'total' | 'endpoint' | 'day' | 'hour') => ({
    params: { path: { account_id: accountId }, query: { environment, from: indianDay(Date.parse(from)), by } },
  })
  const admin = useAdmin()
  const path = '/admin/v1/accounts/{account_id}/analytics'
  const total = admin.useQuery('get', path, ask('total'))
  const before = admin.useQuery('get', path, {
    params: { path: { account_id: accountId }, query: { environment, by: 'total', ...daysBefore(from, Number(days)) } },
  })
  const oneDay = days === '1'
  const byTime = admin.useQuery('get', path, ask(oneDay ? 'hour' : 'day'))
  const byEndpoint = admin.useQuery('get', path, ask('endpoint'))
  const [all] = total.data?.figures ?? []
  const loaded = total.data !== undefined
  const empty = loaded && (all === undefined || all.calls === 0)
  const range = (
    <NativeSelect
      aria-label={texts.range}
      value={days}
      onChange={(event) => set({ days: event.currentTarget.value })}
      data={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
    />
  )
  const shown = (value: (figure: Figure) => string) => (loaded ? (all ? value(all) : texts.unknown) : undefined)
  const [earlier] = before.data?.figures ?? []
  const figure = (label: string, value: (figure: Figure) => string) => ({
    ...{ label, value: shown(value) },
    note: before.data ? texts.before(earlier ? value(earlier) : texts.unknown) : texts.before('…'),
  })
  return (
    <Page title={texts.title} description={texts.description} actions={range}>
      {total.error ? (
        <Failure error={total.error} retry={() => total.refetch()} />
      ) : (
        <Figures
          figures={[
            figure(texts.calls, ({ calls }) => grouped(calls)),
            figure(texts.success, ({ success_rate }) => percent(success_rate) ?? texts.unknown),
            figure(texts.p95, ({ p95_latency_ms: ms }) => (ms === null ? texts.unknown : texts.ms(ms))),
            figure(texts.spend, ({ charged }) => rupees(charged)),
          ]}
        />
      )}
      <Stack gap="lg">
        <Surface title={oneDay ? texts.volumeByHour : texts.volume} note={texts.legend}>
          <Loaded query={byTime} skeleton={<RowsSkeleton rows={5} />}>
            {({ figures }) =>
              empty ? (
                <Empty icon="chart" title={texts.emptyTitle} text={texts.emptyText} />
              ) : (
                <Volume figures={figures} from={from} now={now} oneDay={oneDay} />
              )
            }
          </Loaded>
        </Surface>
        {!empty && (
          <Surface title={texts.byEndpoint} flush>
            <Loaded query={byEndpoint}>{({ figures }) => <ByEndpoint figures={figures} />}</Loaded>
          </Surface>
        )}
      </Stack>
    </Page>
  )
}

function Volume({
  figures,
  from,
  now,
  oneDay,
}: {
  readonly figures: readonly Figure[]
  readonly from: string
  readonly now: number
  readonly oneDay: boolean
}) {
  const texts = useTexts(analyticsTexts)
  const { language } = useLanguage()
  const times = oneDay ? everyHour(figures, { from }) : everyDay(figures, { from, now })
  const bars = times.map(({ time, calls, failed }) => {
    const label = oneDay ? hourOf(time, language) : shortDay(`${time}T06:00:00Z`, language)
    return { label, value: calls, failed, text: texts.bar(label, calls, failed) }
  })
  return (
    <Bars
      bars={bars}
      label={`${oneDay ? texts.volumeByHour : texts.volume}. ${bars.map(({ text }) => text).join('; ')}`}
    />
  )
}

function ByEndpoint({ figures }: { readonly figures: readonly Figure[] }) {
  const texts = useTexts(analyticsTexts)
  const navigate = useNavigate()
  const names: Readonly<Record<string, string>> = texts.outcomes
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
    { id: 'success', heading: texts.success, align: 'end', cell: ({ success_rate }) => percent(success_rate) ?? '' },
    {
      id: 'failures',
      heading: texts.failures,
      cell: ({ failures }) => (
        <Text fz="sm" c="dimmed">
          {failures.map(({ outcome, code, calls }) => `${calls} ${code ?? names[outcome] ?? outcome}`).join(', ')}
        </Text>
      ),
    },
    {
      id: 'p95',
      heading: texts.p95Short,
      align: 'end',
      cell: ({ p95_latency_ms: ms }) => (ms === null ? '' : texts.ms(ms)),
    },
    { id: 'spend', heading: texts.spend, align: 'end', cell: ({ charged }) => <strong>{rupees(charged)}</strong> },
  ]
  const rows = [...figures].sort((one, other) => other.calls - one.calls)
  return (
    <DataTable
      label={texts.byEndpoint}
      columns={columns}
      rows={rows}
      keyOf={({ group }) => group}
      onOpen={({ group }) => void navigate({ to: '/usage', search: { endpoint: group } })}
    />
  )
}
