import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import { downloadCsv } from '../../api/download.ts'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { UsageRow } from '../../api/rows.ts'
import { clockTime, day } from '../../formats/moments.ts'
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
import { FILTER_NAMES, useAsked } from './asked.ts'
import { OpenedCall } from './opened-call.tsx'
import { Sum } from './sum.tsx'
import { UsageFilters } from './usage-filters.tsx'
import classes from './usage-page.module.css'
import { UsageTable } from './usage-table.tsx'
import { usageTexts } from './usage-texts.ts'

const LIVE_MS = 2_000

/** The log of requests. */
export function UsagePage() {
  const texts = useTexts(usageTexts)
  const { language } = useLanguage()
  const { accountId, environment } = useWorkplace()
  const filters = useFilters()
  const { range, asked } = useAsked(filters)
  const [live, setLive] = useState(false)
  const [open, setOpen] = useState<UsageRow | null>(null)
  const { call } = filters.values
  const path = { account_id: accountId }
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/accounts/{account_id}/usage',
    { params: { path, query: { ...asked, environment, limit: 50 } } },
    PAGED,
  )
  useLive(live)
  const filtered = FILTER_NAMES.some((name) => filters.values[name] !== undefined)
  const close = () => {
    setOpen(null)
    if (call !== undefined) filters.set({ call: undefined })
  }
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Tools
          live={live}
          setLive={setLive}
          updatedAt={query.dataUpdatedAt}
          filters={{ ...asked, environment, status: asked.status?.toString() }}
        />
      }
    >
      <UsageFilters filters={filters} range={range} />
      <Sum asked={asked} />
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
      <SidePanel title={open?.endpoint ?? texts.detail} opened={open !== null || call !== undefined} onClose={close}>
        <OpenedCall row={open} id={call} onLeave={() => setOpen(null)} />
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
  /** When the rows were read. Unix milliseconds. */
  readonly updatedAt: number
  readonly filters: Readonly<Record<string, string | undefined>>
}) {
  const texts = useTexts(usageTexts)
  const parts = useTexts(partTexts)
  const api = useApi()
  const { language } = useLanguage()
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
      {props.live && (
        <Text fz="xs" c="dimmed">
          {texts.updated(clockTime(props.updatedAt, language))}
        </Text>
      )}
      <Button
        variant="default"
        size="sm"
        role="switch"
        aria-checked={props.live}
        title={texts.liveHint}
        leftSection={<span className={classes.live} data-on={props.live || undefined} />}
        onClick={() => props.setLive(!props.live)}
      >
        {texts.live}
      </Button>
      <Button variant="default" size="sm" loading={busy} leftSection={<Icon name="download" size={16} />} onClick={csv}>
        {parts.download}
      </Button>
    </>
  )
}

function NoRows({ filters, filtered }: { readonly filters: Filters; readonly filtered: boolean }) {
  const texts = useTexts(usageTexts)
  const clear = () => filters.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))
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
