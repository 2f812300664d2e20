import { Alert, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { hostOf } from './delivery-status.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { Events } from './events.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { webhookTexts } from './webhook-texts.ts'

const OVERLAP_SECONDS = 86_400

/** An endpoint with its deliveries. */
export function EndpointPage() {
  const { endpointId = '' } = useParams({ strict: false })
  const query = useAdmin().useQuery('get', '/admin/v1/webhooks/{endpoint_id}', {
    params: { path: { endpoint_id: endpointId } },
  })
  return <Loaded query={query}>{(endpoint) => <Endpoint endpoint={endpoint} />}</Loaded>
}

type Dialog = 'edit' | 'rotate' | 'remove' | 'replay' | null

function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const texts = useTexts(webhookTexts)
  const { may } = useWorkplace()
  const [dialog, setDialog] = useState<Dialog>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const admin = useAdmin()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['get'] })
  const params = { path: { endpoint_id: endpoint.id } }
  const test = admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/test', { onSuccess: refresh })
  const enable = admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/enable', { onSuccess: refresh })
  const disable = admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/disable', { onSuccess: refresh })
  const isEnabled = endpoint.status === 'enabled'
  const actions = may('webhooks:write') && (
    <>
      <Button loading={test.isPending} disabled={!isEnabled} onClick={() => test.mutate({ params })}>
        {texts.test}
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button variant="default" aria-label={texts.edit}>
            <Icon name="dots" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('edit')}>{texts.edit}</Menu.Item>
          <Menu.Item onClick={() => setDialog('replay')}>{texts.replayTitle}</Menu.Item>
          <Menu.Item onClick={() => setDialog('rotate')}>{texts.rotate}</Menu.Item>
          <Menu.Item onClick={() => (isEnabled ? disable : enable).mutate({ params })}>
            {isEnabled ? texts.disable : texts.enable}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={() => setDialog('remove')}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
  return (
    <>
      <Anchor fz="sm" renderRoot={(props) => <Link to="/webhooks" {...props} />}>
        {texts.back}
      </Anchor>
      <Page title={hostOf(endpoint.url)} description={endpoint.description} actions={actions}>
        <Stack gap="md">
          <Group gap="sm">
            <EndpointStatus endpoint={endpoint} />
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
      <Dialogs dialog={dialog} endpoint={endpoint} onSecret={setSecret} onClose={() => setDialog(null)} />
      {secret !== null && (
        <SecretDialog title={texts.rotated} lines={[[texts.secret, secret]]} onClose={() => setSecret(null)} />
      )}
    </>
  )
}

function Dialogs(props: {
  readonly dialog: Dialog
  readonly endpoint: WebhookEndpoint
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}) {
  const { dialog, endpoint, onSecret, onClose } = props
  const texts = useTexts(webhookTexts)
  const navigate = useNavigate()
  const admin = useAdmin()
  const queries = useQueryClient()
  const done = () => {
    onClose()
    void queries.invalidateQueries({ queryKey: ['get'] })
  }
  const params = { path: { endpoint_id: endpoint.id } }
  const rotate = admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/rotate', {
    onSuccess: ({ secret }) => {
      done()
      onSecret(secret)
    },
  })
  const remove = admin.useMutation('delete', '/admin/v1/webhooks/{endpoint_id}', {
    onSuccess: async () => {
      await navigate({ to: '/webhooks' })
      done()
    },
  })
  if (dialog === 'edit') return <EndpointForm endpoint={endpoint} onDone={done} onClose={onClose} />
  if (dialog === 'replay') return <ReplayDialog endpoint={endpoint} onDone={done} onClose={onClose} />
  if (dialog === 'rotate')
    return (
      <ConfirmDialog
        title={texts.rotateTitle}
        text={texts.rotateText}
        confirm={texts.rotate}
        busy={rotate.isPending}
        error={rotate.error}
        onClose={onClose}
        onConfirm={() => rotate.mutate({ params, body: { overlap_seconds: OVERLAP_SECONDS } })}
      />
    )
  if (dialog === 'remove')
    return (
      <ConfirmDialog
        danger
        title={texts.removeTitle}
        text={texts.removeText}
        confirm={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onClose={onClose}
        onConfirm={() => remove.mutate({ params })}
      />
    )
  return null
}
