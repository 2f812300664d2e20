import { Alert, Button, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Delivery, WebhookEndpoint } from '../../api/rows.ts'
import { CodeBlock, Copyable } from '../../parts/copyable.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

const STATES = ['pending', 'delivered', 'failed', 'exhausted'] as const
const TONES: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'warn',
  exhausted: 'bad',
}
/** Attempts are made while the page is open. */
const ASK_MS = 3_000

/** The attempts to deliver events to an endpoint. */
export function Deliveries({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const texts = useTexts(webhookTexts)
  const parts = useTexts(partTexts)
  const { values, set } = useFilters()
  const status = STATES.find((one) => one === values['status'])
  const [open, setOpen] = useState<Delivery | null>(null)
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/webhooks/{endpoint_id}/deliveries',
    { params: { path: { endpoint_id: endpoint.id }, query: { status, limit: 50 } } },
    { ...PAGED, refetchInterval: ASK_MS },
  )
  const columns: readonly Column<Delivery>[] = [
    {
      id: 'time',
      heading: texts.time,
      cell: ({ attempted_at, scheduled_at }) => <MomentText at={attempted_at ?? scheduled_at} />,
    },
    {
      id: 'event',
      heading: texts.event,
      card: 'title',
      cell: ({ event_type }) => (
        <Text fz="sm" fw={550}>
          {event_type}
        </Text>
      ),
    },
    {
      id: 'status',
      heading: texts.status,
      cell: (row) => <Status tone={TONES[row.status]}>{texts.states[row.status]}</Status>,
    },
    {
      id: 'answer',
      heading: texts.answer,
      cell: ({ http_status, error }) => (
        <Text ff="monospace" fz="xs">
          {http_status ?? error ?? ''}
        </Text>
      ),
    },
    { id: 'attempt', heading: texts.attempt, align: 'end', cell: ({ attempt }) => attempt },
  ]
  return (
    <Surface
      flush
      title={texts.deliveries}
      actions={
        <NativeSelect
          aria-label={texts.status}
          size="xs"
          value={status ?? ''}
          onChange={(event) => set({ status: event.currentTarget.value || undefined })}
          data={[{ value: '', label: parts.all }, ...STATES.map((value) => ({ value, label: texts.states[value] }))]}
        />
      }
    >
      <Loaded query={query}>
        {(data) => {
          const rows = rowsOf<Delivery>(data)
          if (rows.length === 0) return <Empty icon="hook" title={texts.noDeliveries} text={texts.noDeliveriesText} />
          return (
            <DataTable label={texts.deliveries} columns={columns} rows={rows} keyOf={({ id }) => id} onOpen={setOpen} />
          )
        }}
      </Loaded>
      <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      <SidePanel title={open?.event_type ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <DeliveryDetail row={open} all={query.data ? rowsOf<Delivery>(query.data) : []} />}
      </SidePanel>
    </Surface>
  )
}

function DeliveryDetail({ row, all }: { readonly row: Delivery; readonly all: readonly Delivery[] }) {
  const texts = useTexts(webhookTexts)
  const { accountId, environment, may } = useWorkplace()
  const queries = useQueryClient()
  const replay = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/webhook-events/{event_id}/replay', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/admin/v1/webhooks/{endpoint_id}/deliveries'] }),
  })
  const attempts = all.filter(({ event_id }) => event_id === row.event_id)
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [
            texts.status,
            <Status key="status" tone={TONES[row.status]}>
              {texts.states[row.status]}
            </Status>,
          ],
          [texts.answer, row.http_status ?? row.error ?? ''],
          ...(row.error && row.http_status ? ([[texts.error, row.error]] as const) : []),
          [texts.time, <MomentText key="at" at={row.attempted_at ?? row.scheduled_at} full />],
          [texts.attempt, row.latency_ms === null ? row.attempt : `${row.attempt}, ${texts.ms(row.latency_ms)}`],
          [texts.eventId, <Copyable key="id" text={row.event_id} what={texts.eventId} />],
          ...(row.replay_of ? ([[texts.replayOf, row.replay_of]] as const) : []),
        ]}
      />
      {row.response_excerpt && (
        <section>
          <Title order={3} fz="sm" mb={6}>
            {texts.body}
          </Title>
          <CodeBlock code={row.response_excerpt} what={texts.body} />
        </section>
      )}
      <section>
        <Title order={3} fz="sm" mb={6}>
          {texts.attempts}
        </Title>
        <FactList
          facts={attempts.map(
            (one) =>
              [
                `${texts.attempt} ${one.attempt}`,
                <span key={one.id}>
                  <MomentText at={one.attempted_at ?? one.scheduled_at} /> {one.http_status ?? one.error ?? ''}
                </span>,
              ] as const,
          )}
        />
      </section>
      {may('webhooks:write') && (
        <>
          <Button
            style={{ alignSelf: 'flex-start' }}
            loading={replay.isPending}
            onClick={() =>
              replay.mutate({
                params: { path: { account_id: accountId, event_id: row.event_id } },
                body: { environment },
              })
            }
          >
            {texts.replay}
          </Button>
          {replay.isSuccess && (
            <Alert color="teal" variant="outline" role="status">
              {texts.replayed}
            </Alert>
          )}
          <Refusal error={replay.error} />
        </>
      )}
    </Stack>
  )
}
