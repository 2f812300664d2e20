import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText, MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { hostOf } from './delivery-status.tsx'
import { useEndpointChanges } from './endpoint-changes.ts'
import { EndpointDialogs, type EndpointQuestion } from './endpoint-dialogs.tsx'
import { EndpointMenu } from './endpoint-menu.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { Events } from './events.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** An endpoint with its deliveries. @param back Leads to where it is listed. Default: the endpoints of the account. */
export function EndpointPage({ back }: { readonly back?: ReactNode }) {
  const { endpointId = '' } = useParams({ strict: false })
  const query = useAdmin().useQuery('get', '/admin/v1/webhooks/{endpoint_id}', {
    params: { path: { endpoint_id: endpointId } },
  })
  return <Loaded query={query}>{(endpoint) => <Endpoint endpoint={endpoint} back={back} />}</Loaded>
}

function Endpoint({ endpoint, back }: { readonly endpoint: WebhookEndpoint; readonly back: ReactNode }) {
  const texts = useTexts(webhookTexts)
  const { may } = useWorkplace()
  const [question, setQuestion] = useState<EndpointQuestion | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { test, enable, disable } = useEndpointChanges()
  const params = { path: { endpoint_id: endpoint.id } }
  const isEnabled = endpoint.status === 'enabled'
  const actions = may('webhooks:write') && (
    <>
      <Button loading={test.isPending} disabled={!isEnabled} onClick={() => test.mutate({ params })}>
        {texts.test}
      </Button>
      <EndpointMenu
        endpoint={endpoint}
        target={
          <Button variant="default" aria-label={texts.actions}>
            <Icon name="dots" />
          </Button>
        }
        onSwitch={() => (isEnabled ? disable : enable).mutate({ params })}
        onAsk={setQuestion}
      />
    </>
  )
  return (
    <>
      {back ?? (
        <Anchor fz="sm" renderRoot={(props) => <Link to="/webhooks" {...props} />}>
          {texts.back}
        </Anchor>
      )}
      <Page title={hostOf(endpoint.url)} description={endpoint.description} actions={actions}>
        <Stack gap="md">
          <Group gap="sm">
            <EndpointStatus endpoint={endpoint} />
            <Text fz="sm" c="dimmed">
              {texts.createdAt} <DayText at={endpoint.created_at} />
            </Text>
            <Text fz="sm" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {endpoint.url}
            </Text>
          </Group>
          {!isEnabled && (
            <Alert color="yellow" variant="outline" role="status">
              <Group justify="space-between" gap="sm">
                <Text fz="sm">{texts.disabledText}</Text>
                {may('webhooks:write') && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={enable.isPending}
                    onClick={() => enable.mutate({ params })}
                  >
                    {texts.enableAgain}
                  </Button>
                )}
              </Group>
            </Alert>
          )}
          {endpoint.overlap_until && (
            <Text fz="sm" c="dimmed">
              {texts.overlap} <MomentText at={endpoint.overlap_until} full />
            </Text>
          )}
          {test.isSuccess && (
            <Alert color="teal" variant="outline" role="status">
              {texts.tested}
            </Alert>
          )}
          <Refusal error={test.error ?? enable.error ?? disable.error} />
          <Events endpoints={[endpoint]} only={endpoint.id} />
        </Stack>
      </Page>
      <EndpointDialogs question={question} endpoint={endpoint} onSecret={setSecret} onClose={() => setQuestion(null)} />
      {secret !== null && (
        <SecretDialog title={texts.rotated} lines={[[texts.secret, secret]]} onClose={() => setSecret(null)} />
      )}
    </>
  )
}
