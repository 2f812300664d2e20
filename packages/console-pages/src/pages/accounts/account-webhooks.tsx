import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EndpointStatus } from '../webhooks/endpoint-status.tsx'
import { LastAttempt } from '../webhooks/last-attempt.tsx'
import { webhookTexts } from '../webhooks/webhook-texts.ts'
import { accountTexts } from './account-texts.ts'
import { RowsPart } from './rows-part.tsx'

/** The webhook endpoints of an account, each with how it does. */
export function AccountWebhooks() {
  const texts = useTexts(webhookTexts)
  const { noWebhooks } = useTexts(accountTexts)
  const { accountId, environment } = useWorkplace()
  const navigate = useNavigate()
  const params = { path: { account_id: accountId }, query: { environment, limit: 5 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/accounts/{account_id}/webhooks', { params }, PAGED)
  const columns: readonly Column<WebhookEndpoint>[] = [
    {
      ...{ id: 'url', heading: texts.url, card: 'title' },
      cell: ({ url }) => (
        <Text fz="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      ),
    },
    {
      ...{ id: 'events', heading: texts.events, card: 'hidden' },
      cell: ({ events }) => (events.length === 0 || events.includes('*') ? texts.allEvents : events.join(', ')),
    },
    { id: 'last', heading: texts.last, card: 'note', cell: (endpoint) => <LastAttempt endpoint={endpoint} /> },
    { id: 'status', heading: texts.status, card: 'state', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  ]
  return (
    <RowsPart title={texts.endpoints} query={query} empty={noWebhooks}>
      {(rows) => (
        <DataTable
          label={texts.endpoints}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id: endpointId }) =>
            void navigate({ to: '/accounts/$accountId/webhooks/$endpointId', params: { accountId, endpointId } })
          }
        />
      )}
    </RowsPart>
  )
}
