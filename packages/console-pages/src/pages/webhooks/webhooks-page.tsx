import { Box, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { Events } from './events.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** The webhook endpoints of an account. */
export function WebhooksPage() {
  const texts = useTexts(webhookTexts)
  const { accountId, environment, may } = useWorkplace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const path = '/admin/v1/accounts/{account_id}/webhooks'
  const params = { path: { account_id: accountId }, query: { environment, limit: 50 } }
  const query = useAdmin().useInfiniteQuery('get', path, { params }, PAGED)
  const add = may('webhooks:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {texts.create}
    </Button>
  )
  const columns: readonly Column<WebhookEndpoint>[] = [
    {
      id: 'url',
      heading: texts.url,
      card: 'title',
      cell: ({ url, description }) => (
        <span>
          <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          {description && (
            <Text fz="xs" c="dimmed">
              {description}
            </Text>
          )}
        </span>
      ),
    },
    { id: 'status', heading: texts.status, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    {
      id: 'events',
      heading: texts.eventTypes,
      cell: ({ events }) => (events.length === 0 || events.includes('*') ? texts.allEvents : events.join(', ')),
    },
    { id: 'created', heading: texts.created, cell: ({ created_at }) => <DayText at={created_at} /> },
  ]
  return (
    <Page title={texts.title} description={texts.description} actions={add}>
      <Surface flush title={texts.endpoints}>
        <Loaded query={query}>
          {(data) => {
            const rows = rowsOf<WebhookEndpoint>(data)
            if (rows.length === 0)
              return <Empty icon="hook" title={texts.emptyTitle} text={texts.emptyText} action={add} />
            return (
              <DataTable
                label={texts.title}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                onOpen={({ id }) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId: id } })}
              />
            )
          }}
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      </Surface>
      {query.data && rowsOf<WebhookEndpoint>(query.data).length > 0 && (
        <Box mt="md">
          <Events endpoints={rowsOf<WebhookEndpoint>(query.data)} />
        </Box>
      )}
      {adding && (
        <EndpointForm
          endpoint={null}
          onClose={() => setAdding(false)}
          onDone={(made) => {
            setAdding(false)
            setSecret(made)
            void queries.invalidateQueries({ queryKey: ['get', path] })
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={texts.secretTitle}
          lines={[[texts.secret, secret]]}
          note={<Text fz="sm">{texts.secretNote}</Text>}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  )
}
