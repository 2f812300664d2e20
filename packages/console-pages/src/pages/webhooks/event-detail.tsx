import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { CodeBlock, Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Attempts } from './attempts.tsx'
import { webhookTexts } from './webhook-texts.ts'

const ASK_MS = 3_000

/** A body as it is easier to read; as it is, where it is no JSON. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** One event: what became of it at each endpoint, what is posted, and a way to send it again. */
export function EventDetail(props: { readonly eventId: string; readonly endpoints: readonly WebhookEndpoint[] }) {
  const { eventId, endpoints } = props
  const texts = useTexts(webhookTexts)
  const { accountId, environment, may } = useWorkplace()
  const path = { account_id: accountId, event_id: eventId }
  const query = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/webhook-events/{event_id}',
    { params: { path, query: { environment } } },
    { refetchInterval: ASK_MS },
  )
  return (
    <Loaded query={query}>
      {({ type, created_at, replay_of, deliveries, attempts, headers, body }) => (
        <Stack gap="lg">
          <FactList
            facts={[
              [texts.event, type],
              [texts.time, <MomentText key="at" at={created_at} full />],
              [texts.eventId, <Copyable key="id" text={eventId} what={texts.eventId} />],
              ...(replay_of ? ([[texts.replayOf, replay_of]] as const) : []),
            ]}
          />
          {may('webhooks:write') && <SendAgain eventId={eventId} />}
          {deliveries.length === 0 && (
            <Text fz="sm" c="dimmed">
              {texts.noEndpointText}
            </Text>
          )}
          {deliveries.map((delivery) => (
            <Attempts
              key={delivery.endpoint_id}
              delivery={delivery}
              url={endpoints.find(({ id }) => id === delivery.endpoint_id)?.url ?? delivery.endpoint_id}
              attempts={attempts.filter(({ endpoint_id }) => endpoint_id === delivery.endpoint_id)}
            />
          ))}
          <section>
            <Title order={3} fz="sm" mb={6}>
              {texts.posted}
            </Title>
            <CodeBlock code={pretty(body)} copied={body} what={texts.posted} />
          </section>
          <section>
            <Title order={3} fz="sm" mb={6}>
              {texts.headers}
            </Title>
            <Text fz="xs" c="dimmed" mb={6}>
              {texts.headersNote}
            </Text>
            <Text ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
              {headers.join(', ')}
            </Text>
          </section>
        </Stack>
      )}
    </Loaded>
  )
}

function SendAgain({ eventId }: { readonly eventId: string }) {
  const texts = useTexts(webhookTexts)
  const { accountId, environment } = useWorkplace()
  const queries = useQueryClient()
  const replay = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/webhook-events/{event_id}/replay', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get'] }),
  })
  const params = { path: { account_id: accountId, event_id: eventId } }
  return (
    <Stack gap="sm" align="flex-start">
      <Button size="xs" loading={replay.isPending} onClick={() => replay.mutate({ params, body: { environment } })}>
        {texts.replay}
      </Button>
      {replay.data && (
        <Alert color="teal" variant="outline" role="status">
          {replay.data.endpoints === 0 ? texts.replayedNowhere : texts.replayed}
        </Alert>
      )}
      <Refusal error={replay.error} />
    </Stack>
  )
}
