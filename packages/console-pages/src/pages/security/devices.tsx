import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { DayText, MomentText } from '../../parts/moment-text.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { agentName } from './agent-name.ts'
import { DEVICES_KEY, type Device, useDevices } from './own.ts'
import { securityTexts } from './security-texts.ts'

/** Where a person is signed in; each may be ended. */
export function Devices() {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const query = useDevices()
  const onSuccess = () => queries.invalidateQueries({ queryKey: DEVICES_KEY })
  const end = useMutation({
    mutationFn: (id: string) => send('DELETE', `/admin/v1/me/sessions/${encodeURIComponent(id)}`, {}),
    onSuccess,
  })
  const endOthers = useMutation({ mutationFn: () => send('POST', '/admin/v1/me/sessions/end-others', {}), onSuccess })
  const nameOf = ({ agent }: Device) => (agent ? agentName(agent) : texts.unknown)
  const columns: readonly Column<Device>[] = [
    {
      id: 'device',
      heading: texts.device,
      card: 'title',
      cell: (device) => (
        <Group gap="sm">
          <Text fz="sm" fw={600}>
            {nameOf(device)}
          </Text>
          {device.current && (
            <Text fz="xs" c="dimmed">
              {texts.here}
            </Text>
          )}
        </Group>
      ),
    },
    {
      id: 'address',
      heading: texts.address,
      card: 'note',
      cell: ({ ip }) => (
        <Text fz="xs" ff="monospace">
          {ip}
        </Text>
      ),
    },
    { id: 'started', heading: texts.started, card: 'hidden', cell: ({ created_at }) => <DayText at={created_at} /> },
    { id: 'seen', heading: texts.seen, card: 'state', cell: ({ seen_at }) => <MomentText at={seen_at} /> },
    {
      id: 'end',
      heading: texts.end,
      quiet: true,
      align: 'end',
      card: 'end',
      cell: (device) =>
        !device.current && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.endLabel(nameOf(device))}
            onClick={() => end.mutate(device.session_id)}
          >
            {texts.end}
          </Button>
        ),
    },
  ]
  return (
    <Surface
      flush
      title={texts.devices}
      actions={
        query.data && query.data.length > 1 ? (
          <Button size="xs" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {texts.endOthers}
          </Button>
        ) : null
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {(devices) => (
          <DataTable label={texts.devices} columns={columns} rows={devices} keyOf={({ session_id }) => session_id} />
        )}
      </Loaded>
      <Refusal error={end.error ?? endOthers.error} />
    </Surface>
  )
}
