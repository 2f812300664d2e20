import { ActionIcon, Alert, Box, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { hostOf } from './delivery-status.tsx'
import { useEndpointChanges } from './endpoint-changes.ts'
import { EndpointDialogs, type EndpointQuestion } from './endpoint-dialogs.tsx'
import { EndpointMenu } from './endpoint-menu.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { LastAttempt } from './last-attempt.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** Webhook endpoints, each with how it does and what may be done to it. @param onSecret Gets a new secret. */
export function EndpointTable(props: {
  readonly rows: readonly WebhookEndpoint[]
  readonly onSecret: (secret: string) => void
}) {
  const { rows, onSecret } = props
  const texts = useTexts(webhookTexts)
  const { may } = useWorkplace()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ readonly endpoint: WebhookEndpoint; readonly about: EndpointQuestion } | null>(
    null,
  )
  const { test, enable, disable } = useEndpointChanges()
  const actions: Column<WebhookEndpoint> = {
    ...{ id: 'actions', heading: texts.actions, quiet: true, align: 'end' },
    cell(endpoint) {
      const params = { path: { endpoint_id: endpoint.id } }
      return (
        <EndpointMenu
          endpoint={endpoint}
          target={
            <ActionIcon variant="subtle" color="gray" aria-label={`${texts.actions}: ${hostOf(endpoint.url)}`}>
              <Icon name="dots" />
            </ActionIcon>
          }
          onTest={() => test.mutate({ params })}
          onSwitch={() => (endpoint.status === 'enabled' ? disable : enable).mutate({ params })}
          onAsk={(about) => setAsked({ endpoint, about })}
        />
      )
    },
  }
  const columns: readonly Column<WebhookEndpoint>[] = [
    { id: 'url', heading: texts.url, card: 'title', cell: (endpoint) => <Named endpoint={endpoint} /> },
    {
      id: 'events',
      heading: texts.events,
      card: 'hidden',
      cell: ({ events }) => (events.length === 0 || events.includes('*') ? texts.allEvents : events.join(', ')),
    },
    { id: 'last', heading: texts.last, card: 'note', cell: (endpoint) => <LastAttempt endpoint={endpoint} /> },
    { id: 'status', heading: texts.status, card: 'state', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    ...(may('webhooks:write') ? [actions] : []),
  ]
  const error = test.error ?? enable.error ?? disable.error
  return (
    <>
      {test.isSuccess && (
        <Alert color="teal" variant="outline" role="status" m="md">
          {texts.tested}
        </Alert>
      )}
      {error && (
        <Box px="md">
          <Refusal error={error} />
        </Box>
      )}
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId: id } })}
      />
      {asked && (
        <EndpointDialogs
          question={asked.about}
          endpoint={asked.endpoint}
          onSecret={onSecret}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function Named({ endpoint: { url, description } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <span>
      <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      {description && (
        <Text fz="xs" c="dimmed">
          {description}
        </Text>
      )}
    </span>
  )
}
