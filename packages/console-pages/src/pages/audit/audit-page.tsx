import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { AuditEntry } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { type Filters, useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { auditTexts } from './audit-texts.ts'
import { EntryDetail } from './entry-detail.tsx'

/** Who changed what in an account and below it. */
export function AuditPage() {
  const texts = useTexts(auditTexts)
  const { accountId } = useWorkplace()
  const filters = useFilters()
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const { action, actor, subject } = filters.values
  const params = { query: { account_id: accountId, action, actor, subject, limit: 50 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/audit', { params }, PAGED)
  const columns: readonly Column<AuditEntry>[] = [
    { id: 'time', heading: texts.time, cell: ({ at }) => <MomentText at={at} /> },
    {
      id: 'action',
      heading: texts.action,
      card: 'title',
      cell: (entry) => (
        <Text fz="sm" fw={550}>
          {entry.action}
        </Text>
      ),
    },
    { id: 'actor', heading: texts.actor, cell: (entry) => <Text fz="sm">{entry.actor}</Text> },
    {
      id: 'subject',
      heading: texts.subject,
      cell: (entry) => (
        <Text fz="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {entry.subject}
        </Text>
      ),
    },
  ]
  return (
    <Page title={texts.title} description={texts.description}>
      <AuditFilters filters={filters} />
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
      <SidePanel title={open?.action ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <EntryDetail entry={open} />}
      </SidePanel>
    </Page>
  )
}

function AuditFilters({ filters: { values, set } }: { readonly filters: Filters }) {
  const texts = useTexts(auditTexts)
  const [action, setAction] = useState(values['action'] ?? '')
  const [actor, setActor] = useState(values['actor'] ?? '')
  const find = (event: FormEvent) => {
    event.preventDefault()
    set({ action: action.trim() || undefined, actor: actor.trim() || undefined })
  }
  return (
    <form onSubmit={find}>
      <Group gap="sm" mb="md" align="flex-end">
        <TextInput
          label={texts.action}
          placeholder="key.created"
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <TextInput
          label={texts.actor}
          placeholder="person:01J…"
          value={actor}
          onChange={(event) => setActor(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.find}
        </Button>
      </Group>
    </form>
  )
}
