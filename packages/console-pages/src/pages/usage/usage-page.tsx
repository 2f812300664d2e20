import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import { downloadCsv } from '../../api/download.ts'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { UsageRow } from '../../api/rows.ts'
import { day, daysAgo } from '../../formats/moments.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { type Filters, useFilters } from '../../shell/filters.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { CallDetail } from './call-detail.tsx'
import { OUTCOMES } from './outcome.tsx'
import { UsageTable } from './usage-table.tsx'
import { usageTexts } from './usage-texts.ts'

const LIVE_MS = 2_000
const RANGES = ['1', '7', '30', '90'] as const
const NAMES = ['endpoint', 'outcome', 'status', 'request_id', 'key_id'] as const

/** What of the address the log is asked by. */
function useAsked({ values }: Filters) {
  const days = RANGES.find((range) => range === values['days']) ?? '7'
  const outcome = OUTCOMES.find((one) => one === values['outcome'])
  const status = /^[1-5]\d\d$/.test(values['status'] ?? '') ? Number(values['status']) : undefined
  // Kept while the page is open: a time that moves would ask again and again.
  const [now] = useState(() => Date.now())
  const { endpoint, request_id, key_id } = values
  return { days, asked: { from: daysAgo(Number(days) - 1, now), outcome, status, endpoint, request_id, key_id } }
}

/** The log of requests. */
export function UsagePage() {
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { accountId, environment } = useWorkplace()
  const filters = useFilters()
  const { days, asked } = useAsked(filters)
  const [live, setLive] = useState(false)
  const [open, setOpen] = useState<UsageRow | null>(null)
  const path = { account_id: accountId }
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/accounts/{account_id}/usage',
    { params: { path, query: { ...asked, environment, limit: 50 } } },
    PAGED,
  )
  useLive(live)
  const filtered = NAMES.some((name) => filters.values[name] !== undefined)
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Tools live={live} setLive={setLive} filters={{ ...asked, environment, status: asked.status?.toString() }} />
      }
    >
      <FilterBar filters={filters} days={days} />
      <Surface flush>
        <Loaded query={query}>
          {(data) => {
            const rows = rowsOf<UsageRow>(data)
            if (rows.length === 0) return <NoRows filters={filters} filtered={filtered} />
            return <UsageTable rows={rows} onOpen={setOpen} />
          }}
        </Loaded>
        <MoreRows
          hasMore={query.hasNextPage}
          busy={query.isFetchingNextPage}
          onMore={() => query.fetchNextPage()}
          searchedTo={filtered ? searchedTo(query.data, (at) => day(at, language)) : undefined}
        />
      </Surface>
      <SidePanel title={open?.endpoint ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <CallDetail row={open} />}
      </SidePanel>
    </Page>
  )
}

interface UsagePages {
  readonly pages: readonly { readonly items: readonly UsageRow[] }[]
}
const searchedTo = (data: UsagePages | undefined, name: (at: string) => string): string | undefined => {
  const last = data && rowsOf<UsageRow>(data).at(-1)
  return last && name(last.at)
}

/** Asks again while the page is seen. */
function useLive(live: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/accounts/{account_id}/usage'] })
    }, LIVE_MS)
    return () => clearInterval(timer)
  }, [live, queries])
}

function Tools(props: {
  readonly live: boolean
  readonly setLive: (live: boolean) => void
  readonly filters: Readonly<Record<string, string | undefined>>
}) {
  const texts = useTexts(usageTexts)
  const parts = useTexts(partTexts)
  const api = useApi()
  const { accountId } = useWorkplace()
  const [busy, setBusy] = useState(false)
  const csv = async () => {
    setBusy(true)
    try {
      const path = `/admin/v1/accounts/${encodeURIComponent(accountId)}/usage`
      await downloadCsv(api, path, { name: 'usage.csv', filters: props.filters })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Switch
        label={texts.live}
        checked={props.live}
        onChange={(event) => props.setLive(event.currentTarget.checked)}
      />
      <Button variant="default" size="sm" loading={busy} leftSection={<Icon name="download" size={16} />} onClick={csv}>
        {parts.download}
      </Button>
    </>
  )
}

function FilterBar({ filters: { values, set }, days }: { readonly filters: Filters; readonly days: string }) {
  const texts = useTexts(usageTexts)
  const parts = useTexts(partTexts)
  const { accountId, environment } = useWorkplace()
  const [id, setId] = useState(values['request_id'] ?? '')
  const { data } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/analytics', {
    params: { path: { account_id: accountId }, query: { environment, by: 'endpoint' } },
  })
  const known = new Set([
    ...(data?.figures ?? []).map(({ group }) => group),
    ...(values['endpoint'] ? [values['endpoint']] : []),
  ])
  const find = (event: FormEvent) => {
    event.preventDefault()
    set({ request_id: id.trim() || undefined })
  }
  const all = { value: '', label: parts.all }
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <NativeSelect
        label={texts.range}
        value={days}
        onChange={(event) => set({ days: event.currentTarget.value })}
        data={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
      />
      <NativeSelect
        label={texts.endpoint}
        value={values['endpoint'] ?? ''}
        onChange={(event) => set({ endpoint: event.currentTarget.value || undefined })}
        data={[all, ...[...known].sort().map((value) => ({ value, label: value }))]}
      />
      <NativeSelect
        label={texts.outcome}
        value={values['outcome'] ?? ''}
        onChange={(event) => set({ outcome: event.currentTarget.value || undefined })}
        data={[all, ...OUTCOMES.map((value) => ({ value, label: texts.outcomes[value] }))]}
      />
      <form onSubmit={find}>
        <Group gap={6} align="flex-end" wrap="nowrap">
          <TextInput label={texts.requestId} value={id} onChange={(event) => setId(event.currentTarget.value)} />
          <Button type="submit" variant="default">
            {texts.find}
          </Button>
        </Group>
      </form>
    </Group>
  )
}

function NoRows({ filters, filtered }: { readonly filters: Filters; readonly filtered: boolean }) {
  const texts = useTexts(usageTexts)
  const clear = () => filters.set(Object.fromEntries(NAMES.map((name) => [name, undefined])))
  return (
    <Empty
      icon="list"
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        filtered ? (
          <Button variant="default" onClick={clear}>
            {texts.clear}
          </Button>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="/try" {...props} />}>
            {texts.tryIt}
          </Button>
        )
      }
    />
  )
}
