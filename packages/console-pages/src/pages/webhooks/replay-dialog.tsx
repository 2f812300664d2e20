import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { HOUR_MS, HOURS } from './event-filters.tsx'
import { webhookTexts } from './webhook-texts.ts'

const RANGE = 'range'
/** What is typed is a time in India, as all times of the pages. */
const inIndia = (typed: string): string => new Date(`${typed}:00+05:30`).toISOString()

/** Sends events again to an endpoint: they are counted first, and sent when the person has seen how many they are. */
export function ReplayDialog(props: {
  readonly endpoint: WebhookEndpoint
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { endpoint, onDone, onClose } = props
  const texts = useTexts(webhookTexts)
  const [which, setWhich] = useState<'failed' | 'all'>('failed')
  const [hours, setHours] = useState<string>('24')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const admin = useAdmin()
  const path = '/admin/v1/webhooks/{endpoint_id}/replay'
  const count = admin.useMutation('post', path)
  const replay = admin.useMutation('post', path, { onSuccess: onDone })
  // What was counted is what is sent: a range that moves would be another one.
  const [counted, setCounted] = useState<{ readonly since: string; readonly until: string } | null>(null)
  const ask = (range: { readonly since: string; readonly until: string }, dryRun: boolean) => ({
    params: { path: { endpoint_id: endpoint.id } },
    body: { ...range, dry_run: dryRun, ...(which === 'failed' && { status: 'failed' as const }) },
  })
  const confirm = () => {
    if (counted && count.data) return replay.mutate(ask(counted, false))
    const now = Date.now()
    const chosen =
      hours === RANGE
        ? { since: inIndia(from), until: inIndia(to) }
        : { since: new Date(now - Number(hours) * HOUR_MS).toISOString(), until: new Date(now).toISOString() }
    setCounted(chosen)
    count.mutate(ask(chosen, true))
  }
  const change = (set: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
    count.reset()
    setCounted(null)
    set(event.currentTarget.value)
  }
  const events = count.data?.events
  return (
    <ConfirmDialog
      title={texts.replayTitle}
      text={texts.replayText}
      confirm={events === undefined ? texts.count : texts.sendAgain(events)}
      busy={replay.isPending || count.isPending}
      error={replay.error ?? count.error}
      onClose={onClose}
      onConfirm={events === 0 ? onClose : confirm}
    >
      <Group gap="sm" grow>
        <NativeSelect
          label={texts.which}
          value={which}
          onChange={change((value) => setWhich(value === 'all' ? 'all' : 'failed'))}
          data={[
            { value: 'failed', label: texts.whichOptions.failed },
            { value: 'all', label: texts.whichOptions.all },
          ]}
        />
        <NativeSelect
          label={texts.since}
          value={hours}
          onChange={change(setHours)}
          data={[
            ...HOURS.map((value) => ({ value, label: texts.sinceOptions[value] })),
            { value: RANGE, label: texts.range },
          ]}
        />
      </Group>
      {hours === RANGE && (
        <Group gap="sm" grow>
          <TextInput type="datetime-local" label={texts.from} value={from} onChange={change(setFrom)} required />
          <TextInput type="datetime-local" label={texts.until} value={to} onChange={change(setTo)} required />
        </Group>
      )}
      {events !== undefined && (
        <Text fz="sm" fw={600} role="status">
          {texts.replayCount(events)}
        </Text>
      )}
    </ConfirmDialog>
  )
}
