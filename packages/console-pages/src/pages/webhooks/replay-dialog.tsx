import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

const HOURS = ['1', '24', '168'] as const
const HOUR_MS = 3_600_000

/** Sends again what an endpoint did not take: counted first if the person wants. */
export function ReplayDialog(props: {
  readonly endpoint: WebhookEndpoint
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { endpoint, onDone, onClose } = props
  const texts = useTexts(webhookTexts)
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24')
  const admin = useAdmin()
  const path = '/admin/v1/webhooks/{endpoint_id}/replay'
  const count = admin.useMutation('post', path)
  const replay = admin.useMutation('post', path, { onSuccess: onDone })
  const ask = (dryRun: boolean) => ({
    params: { path: { endpoint_id: endpoint.id } },
    body: {
      since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString(),
      status: 'failed' as const,
      dry_run: dryRun,
    },
  })
  return (
    <ConfirmDialog
      title={texts.replayTitle}
      text={texts.replayText}
      confirm={texts.replay}
      busy={replay.isPending}
      error={replay.error ?? count.error}
      onClose={onClose}
      onConfirm={() => replay.mutate(ask(false))}
    >
      <NativeSelect
        label={texts.since}
        value={hours}
        onChange={(event) => {
          count.reset()
          setHours(HOURS.find((one) => one === event.currentTarget.value) ?? '24')
        }}
        data={HOURS.map((value) => ({ value, label: texts.sinceOptions[value] }))}
      />
      <Group gap="sm">
        <Button size="xs" variant="default" loading={count.isPending} onClick={() => count.mutate(ask(true))}>
          {texts.count}
        </Button>
        {count.data && (
          <Text fz="sm" role="status">
            {texts.replayCount(count.data.events)}
          </Text>
        )}
      </Group>
    </ConfirmDialog>
  )
}
