import type { WebhookEndpoint } from '../../api/rows.ts'
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
  if (status === 'disabled')
    return (
      <Status tone={disabled_reason === 'REQUESTED' ? 'plain' : 'bad'}>
        {disabled_reason ? texts.reasons[disabled_reason] : texts.disabled}
      </Status>
    )
  return failing_since === null ? (
    <Status tone="good">{texts.enabled}</Status>
  ) : (
    <Status tone="warn">{texts.failing}</Status>
  )
}
