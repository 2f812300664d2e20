import { Text } from '@mantine/core'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { MomentText } from '../../parts/moment-text.tsx'
import { Status } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** Whether events are posted to an endpoint, and why not. */
export function EndpointStatus({
  endpoint,
}: {
  readonly endpoint: Pick<WebhookEndpoint, 'status' | 'failing_since' | 'disabled_reason'>
}) {
  const texts = useTexts(webhookTexts)
  const { status, failing_since, disabled_reason } = endpoint
  const isRequested = disabled_reason === 'REQUESTED'
  return (
    <>
      {status === 'disabled' ? (
        <Status tone={isRequested ? 'plain' : 'bad'}>
          {disabled_reason ? texts.reasons[disabled_reason] : texts.disabled}
        </Status>
      ) : failing_since === null ? (
        <Status tone="good">{texts.enabled}</Status>
      ) : (
        <Status tone="warn">{texts.failing}</Status>
      )}
      {failing_since !== null && !isRequested && (
        <Text component="div" fz="xs" c="dimmed" mt={2}>
          {texts.noneSince} <MomentText at={failing_since} />
        </Text>
      )}
    </>
  )
}
