import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { AuditEntry } from '../../api/rows.ts'
import { daysAgo } from '../../formats/moments.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { AuditCsv } from './audit-csv.tsx'
import { AuditFilters, periodOf } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { auditTexts } from './audit-texts.ts'
import { useNamed } from './named.ts'

/** Who changed what in an account and below it. */
export function AuditPage() {
  const texts = useTexts(auditTexts)
  const { accountId } = useWorkplace()
  const filters = useFilters()
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
            return <AuditTable rows={rows} named={named} />
          }}
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      </Surface>
    </Page>
  )
}
