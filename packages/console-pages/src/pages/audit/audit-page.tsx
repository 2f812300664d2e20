import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { AuditEntry } from '../../api/rows.ts'
import { daysAgo } from '../../formats/moments.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { AuditCsv } from './audit-csv.tsx'
import { AuditFilters, periodOf } from './audit-filters.tsx'
import { auditTexts } from './audit-texts.ts'
import { EntryDetail } from './entry-detail.tsx'
import { useNamed } from './named.ts'

/** Who changed what in an account and below it. */
export function AuditPage() {
  const texts = useTexts(auditTexts)
  const { accountId } = useWorkplace()
  const filters = useFilters()
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const named = useNamed()
  // Kept while the page is open: a time that moves would ask again and again.
  const [now] = useState(() => Date.now())
  const { action, actor, subject } = filters.values
  const period = periodOf(filters.values['days'])
  const from = period === 'all' ? undefined : daysAgo(Number(period) - 1, now)
  const params = {
    query: { ...(accountId !== '' && { account_id: accountId }), action, actor, subject, from, limit: 50 },
  }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/audit', { params }, PAGED)
  const columns: readonly Column<AuditEntry>[] = [
    { id: 'time', heading: texts.time, card: 'note', cell: ({ at }) => <MomentText at={at} /> },
    {
      id: 'action',
      heading: texts.action,
      card: 'title',
      cell: (entry) => (
        <Text fz="sm" fw={550}>
          {named.action(entry.action)}
        </Text>
      ),
    },
    { id: 'actor', heading: texts.actor, card: 'state', cell: (entry) => named.actor(entry.actor) },
    { id: 'subject', heading: texts.subject, card: 'hidden', cell: (entry) => named.subject(entry) },
  ]
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={<AuditCsv filters={{ account_id: accountId || undefined, action, actor, subject, from }} />}
    >
      <AuditFilters filters={filters} named={named} />
      <Surface flush>
        <Loaded query={query}>
          {(data) => {
            const rows = rowsOf<AuditEntry>(data)
            if (rows.length === 0) return <Empty icon="history" title={texts.emptyTitle} text={texts.emptyText} />
            return (
              <DataTable label={texts.title} columns={columns} rows={rows} keyOf={({ id }) => id} onOpen={setOpen} />
            )
          }}
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      </Surface>
      <SidePanel title={open ? named.action(open.action) : ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <EntryDetail entry={open} named={named} />}
      </SidePanel>
    </Page>
  )
}
