import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EventTypeChoice } from './event-type-choice.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** The form of an endpoint. @param onDone Gets the secret of a new one. */
export function EndpointForm(props: {
  readonly endpoint: WebhookEndpoint | null
  readonly onDone: (secret: string | null) => void
  readonly onClose: () => void
}) {
  const { endpoint, onDone, onClose } = props
  const texts = useTexts(webhookTexts)
  const parts = useTexts(partTexts)
  const { accountId, environment } = useWorkplace()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState<readonly string[]>((endpoint?.events ?? []).filter((type) => type !== '*'))
  const admin = useAdmin()
  const create = admin.useMutation('post', '/admin/v1/accounts/{account_id}/webhooks', {
    onSuccess: ({ secret }) => onDone(secret),
  })
  const update = admin.useMutation('patch', '/admin/v1/webhooks/{endpoint_id}', { onSuccess: () => onDone(null) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { url: url.trim(), description: description.trim(), events: [...events] }
    if (endpoint) update.mutate({ params: { path: { endpoint_id: endpoint.id } }, body })
    else create.mutate({ params: { path: { account_id: accountId } }, body: { ...body, environment } })
  }
  return (
    <Dialog onClose={onClose} title={endpoint ? texts.editTitle : texts.createTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            type="url"
            label={texts.url}
            description={texts.urlHint}
            placeholder="https://example.com/webhooks"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            required
            data-autofocus
          />
          <TextInput
            label={texts.about}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <EventTypeChoice chosen={events} onChange={setEvents} />
          <Refusal error={create.error ?? update.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {endpoint ? texts.save : texts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
