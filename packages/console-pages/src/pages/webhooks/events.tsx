import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { WebhookEndpoint, WebhookEvent } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { DELIVERY_STATES, DeliveryStatus, foremost, hostOf } from './delivery-status.tsx'
import { EventDetail } from './event-detail.tsx'
import { EventFilters, HOUR_MS, HOURS } from './event-filters.tsx'
import { HEALTH_MS } from './last-attempt.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** What of the address events are asked by. */
function useAsked(only: string | undefined) {
  const { values } = useFilters()
  // Kept while the page is open: a time that moves would ask again and again.
  const [now] = useState(() => Date.now())
  const hours = HOURS.find((one) => one === values['hours'])
  return {
    type: values['type'],
    status: DELIVERY_STATES.find((one) => one === values['status']),
    endpoint_id: only ?? values['endpoint'],
    since: hours && new Date(now - Number(hours) * HOUR_MS).toISOString(),
  }
}

/** Events with their deliveries: to all endpoints, or to one. @param only The id of that one. */
export function Events(props: { readonly endpoints: readonly WebhookEndpoint[]; readonly only?: string }) {
  const { endpoints, only } = props
  const texts = useTexts(webhookTexts)
  const { accountId, environment } = useWorkplace()
  const asked = useAsked(only)
  const [open, setOpen] = useState<WebhookEvent | null>(null)
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/accounts/{account_id}/webhook-events',
    { params: { path: { account_id: accountId }, query: { ...asked, environment, limit: 50 } } },
    { ...PAGED, refetchInterval: HEALTH_MS },
  )
  const columns = useColumns(endpoints, asked.endpoint_id)
  return (
    <Surface flush title={texts.events} note={texts.eventsNote}>
      <EventFilters endpoints={only === undefined ? endpoints : []} />
      <Loaded query={query}>
        {(data) => {
          const rows = rowsOf<WebhookEvent>(data)
          if (rows.length === 0) return <Empty icon="hook" title={texts.noDeliveries} text={texts.noDeliveriesText} />
          return (
            <DataTable
              label={texts.events}
              columns={columns}
              rows={rows}
              keyOf={({ event_id }) => event_id}
              onOpen={setOpen}
            />
          )
        }}
      </Loaded>
      <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      <SidePanel title={open?.type ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <EventDetail eventId={open.event_id} endpoints={endpoints} />}
      </SidePanel>
    </Surface>
  )
}

function useColumns(endpoints: readonly WebhookEndpoint[], at: string | undefined): readonly Column<WebhookEvent>[] {
  const texts = useTexts(webhookTexts)
  const named = (id: string) => hostOf(endpoints.find((one) => one.id === id)?.url ?? id)
  return [
    { id: 'time', heading: texts.time, card: 'note', cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      id: 'event',
      heading: texts.event,
      card: 'title',
      cell: ({ type }) => (
        <Text fz="sm" fw={550}>
          {type}
        </Text>
      ),
    },
    {
      id: 'endpoint',
      heading: texts.endpoint,
      card: 'hidden',
      cell: ({ deliveries }) => {
        const [first] = at === undefined ? deliveries : deliveries.filter((one) => one.endpoint_id === at)
        if (at === undefined && deliveries.length > 1) return texts.endpointCount(deliveries.length)
        return first ? named(first.endpoint_id) : ''
      },
    },
    {
      id: 'status',
      heading: texts.status,
      card: 'state',
      cell: (row) => <DeliveryStatus status={foremost(row, at)?.status ?? null} />,
    },
    {
      id: 'answer',
      heading: texts.answer,
      card: 'end',
      cell: (row) => (
        <Text ff="monospace" fz="xs">
          {foremost(row, at)?.http_status ?? foremost(row, at)?.error ?? ''}
        </Text>
      ),
    },
    {
      id: 'attempts',
      heading: texts.attempts,
      align: 'end',
      card: 'hidden',
      cell: (row) => foremost(row, at)?.attempts ?? '',
    },
    {
      id: 'next',
      heading: texts.next,
      card: 'hidden',
      cell: (row) => {
        const next = foremost(row, at)?.next_attempt_at
        return next ? <MomentText at={next} /> : ''
      },
    },
  ]
}
