import { Group, Stack, Text, Title } from '@mantine/core'
import type { EventDelivery } from '../../api/rows.ts'
import { CodeBlock } from '../../parts/copyable.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** An attempt of an event. */
interface Attempt {
  readonly id: string
  readonly attempt: number
  readonly http_status: number | null
  readonly latency_ms: number | null
  readonly error: string | null
  readonly response_excerpt: string | null
  readonly attempted_at: string | null
}

/** What became of an event at one endpoint: its attempts, the newest first, and what the last one was answered. */
export function Attempts(props: {
  readonly delivery: EventDelivery
  readonly url: string
  readonly attempts: readonly Attempt[]
}) {
  const { delivery, url, attempts } = props
  const texts = useTexts(webhookTexts)
  const made = attempts.filter(({ attempted_at }) => attempted_at !== null)
  const excerpt = made[0]?.response_excerpt
  return (
    <Stack component="section" gap={8}>
      <Group justify="space-between" gap="xs">
        <Title order={3} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Title>
        <DeliveryStatus status={delivery.status} />
      </Group>
      {made.map((one) => (
        <Group key={one.id} gap="sm" justify="space-between">
          <Text fz="sm" component="span">
            {one.attempted_at && <MomentText at={one.attempted_at} />}
          </Text>
          <Text ff="monospace" fz="xs" component="span">
            {one.http_status ?? one.error ?? ''}
            {one.latency_ms === null ? '' : `, ${texts.ms(one.latency_ms)}`}
          </Text>
        </Group>
      ))}
      {delivery.next_attempt_at && (
        <Text fz="sm" c="dimmed">
          {texts.nextTry} <MomentText at={delivery.next_attempt_at} />
        </Text>
      )}
      {excerpt && (
        <div>
          <Text fz="xs" c="dimmed" mb={4}>
            {texts.body}
          </Text>
          <CodeBlock code={excerpt} what={texts.body} />
        </div>
      )}
    </Stack>
  )
}
