import { Skeleton, Text } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** Webhook endpoints are sent to while the page is open. */
export const HEALTH_MS = 5_000
/** The newest are often still to come: a retry that is planned, or a burst of events. */
const LOOKED_AT = 10

/** When a webhook endpoint was last posted to, and what it answered. */
export function LastAttempt({ endpointId }: { readonly endpointId: string }) {
  const texts = useTexts(webhookTexts)
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/webhooks/{endpoint_id}/deliveries',
    { params: { path: { endpoint_id: endpointId }, query: { limit: LOOKED_AT } } },
    { refetchInterval: HEALTH_MS },
  )
  if (!data) return <Skeleton h={16} w={150} radius="sm" />
  const last = data.items.find(({ attempt, attempted_at }) => attempt > 0 && attempted_at !== null)
  if (!last?.attempted_at)
    return (
      <Text span fz="inherit" c="dimmed">
        {data.items.length === 0 ? texts.never : texts.states.pending}
      </Text>
    )
  const { status, http_status, error } = last
  return (
    <span>
      <MomentText at={last.attempted_at} />
      <Text span ml={8} ff="monospace" fz="xs" c={status === 'delivered' ? 'dimmed' : 'var(--mantine-color-error)'}>
        {http_status ?? error}
      </Text>
    </span>
  )
}
