import { Text } from '@mantine/core'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** Webhook endpoints are sent to while the page is open. */
export const HEALTH_MS = 3_000

/** When a webhook endpoint was last posted to, and what it answered or why no answer came. */
export function LastAttempt({ endpoint: { last_attempt } }: { readonly endpoint: WebhookEndpoint }) {
  const texts = useTexts(webhookTexts)
  if (!last_attempt?.attempted_at)
    return (
      <Text span fz="inherit" c="dimmed">
        {texts.never}
      </Text>
    )
  const { status, http_status, error, attempted_at } = last_attempt
  const failures: Readonly<Record<string, string>> = texts.failures
  return (
    <span>
      <MomentText at={attempted_at} />
      <Text span ml={8} fz="xs" c={status === 'delivered' ? 'dimmed' : 'var(--mantine-color-error)'}>
        {http_status === null ? (failures[error ?? ''] ?? error) : texts.answered(http_status)}
      </Text>
    </span>
  )
}
