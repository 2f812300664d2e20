import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { daysAgo, indianDay } from '../../formats/moments.ts'
import { Failure } from '../../parts/failure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { EndpointChoice, KeyChoice } from '../usage/filter-choice.tsx'
import filterClasses from '../usage/usage-filters.module.css'
import { analyticsTexts } from './analytics-texts.ts'
import { ByCode } from './by-code.tsx'
import { ByEndpoint } from './by-endpoint.tsx'
import { daysBefore } from './figure-days.ts'
import { OverTime } from './over-time.tsx'
import { Totals } from './totals.tsx'

const PATH = '/admin/v1/accounts/{account_id}/analytics'
const RANGES = ['1', '7', '30', '90'] as const

/** The figures of an account. */
export function AnalyticsPage() {
  const texts = useTexts(analyticsTexts)
  const { accountId, environment } = useWorkplace()
  const filters = useFilters()
  const { endpoint, key_id } = filters.values
  const days = RANGES.find((range) => range === filters.values['days']) ?? '30'
  const [now] = useState(() => Date.now())
  const from = daysAgo(Number(days) - 1, now)
  const narrow = { environment, endpoint, key_id }
  const path = { account_id: accountId }
  const ask = (by: 'total' | 'endpoint') => ({
    params: { path, query: { ...narrow, from: indianDay(Date.parse(from)), by } },
  })
  const admin = useAdmin()
  const total = admin.useQuery('get', PATH, ask('total'))
  const before = admin.useQuery('get', PATH, {
    params: { path, query: { ...narrow, by: 'total', ...daysBefore(from, Number(days)) } },
  })
  const byEndpoint = admin.useQuery('get', PATH, ask('endpoint'))
  const [all] = total.data?.figures ?? []
  const empty = total.data !== undefined && (all === undefined || all.calls === 0)
  const search = { days, endpoint, key_id }
  return (
    <Page title={texts.title} description={texts.description}>
      <div className={filterClasses.grid}>
        <NativeSelect
          label={texts.range}
          value={days}
          onChange={(event) => filters.set({ days: event.currentTarget.value })}
          data={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
        />
        <EndpointChoice filters={filters} />
        <KeyChoice filters={filters} />
      </div>
      {total.error ? (
        <Failure error={total.error} retry={() => total.refetch()} />
      ) : (
        <Totals
          busy={total.isLoading || before.isLoading}
          now={all}
          before={before.data && (before.data.figures[0] ?? null)}
        />
      )}
      <Stack gap="lg">
        <OverTime from={from} now={now} oneDay={days === '1'} empty={empty} filters={filters} />
        {!empty && (
          <Surface title={texts.byEndpoint} note={texts.rateNote} flush>
            <Loaded query={byEndpoint}>{({ figures }) => <ByEndpoint figures={figures} search={search} />}</Loaded>
          </Surface>
        )}
        {all && all.failures.length > 0 && (
          <Surface title={texts.byCode} note={texts.byCodeNote} flush>
            <ByCode figure={all} search={search} />
          </Surface>
        )}
      </Stack>
    </Page>
  )
}
