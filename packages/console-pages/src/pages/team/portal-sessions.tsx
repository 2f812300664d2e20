import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { agentName } from '../security/agent-name.ts'
import { PEOPLE_KEY, useRoles } from './people.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { teamTexts } from './team-texts.ts'

interface PortalSession {
  readonly session_id: string
  readonly person_ref: string
  readonly role: string
  readonly agent: string
  readonly ip: string
  readonly seen_at: string
}

/** The sessions of an account that began by portal links; hidden without any. */
export function PortalSessions({ accountId }: { readonly accountId: string }) {
  const texts = useTexts(teamTexts)
  const { may } = useWorkplace()
  const { send } = useApi()
  const roles = useRoles()
  const [ended, setEnded] = useState<PortalSession | 'all' | null>(null)
  const path = `/admin/v1/accounts/${encodeURIComponent(accountId)}/portal-sessions`
  const { data = [] } = useQuery({
    queryKey: [...PEOPLE_KEY, 'portal-sessions', accountId],
    queryFn: async () => (await send<{ items: readonly PortalSession[] }>('GET', `${path}?limit=200`)).items,
  })
  if (data.length === 0) return null
  const columns: readonly Column<PortalSession>[] = [
    { id: 'person', heading: texts.person, card: 'title', cell: ({ person_ref }) => person_ref },
    {
      id: 'role',
      heading: texts.role,
      card: 'note',
      cell: ({ role }) => roles.find((one) => one.role === role)?.name ?? role,
    },
    {
      id: 'device',
      heading: texts.device,
      cell: ({ agent, ip }) => (
        <Text fz="xs">
          {agentName(agent)} {ip}
        </Text>
      ),
    },
    { id: 'seen', heading: texts.lastUsed, cell: ({ seen_at }) => <MomentText at={seen_at} /> },
    {
      id: 'end',
      heading: texts.endSession,
      quiet: true,
      align: 'end',
      card: 'end',
      cell: (session) =>
        may('people:write') && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.endSessionOf(session.person_ref)}
            onClick={() => setEnded(session)}
          >
            {texts.endSession}
          </Button>
        ),
    },
  ]
  return (
    <Surface
      flush
      title={texts.portalSessions}
      actions={
        may('people:write') && (
          <Button size="xs" variant="default" onClick={() => setEnded('all')}>
            {texts.endAllSessions}
          </Button>
        )
      }
    >
      <DataTable label={texts.portalSessions} columns={columns} rows={data} keyOf={({ session_id }) => session_id} />
      {ended === 'all' && <EndAll path={`${path}/end-all`} onClose={() => setEnded(null)} />}
      {ended !== null && ended !== 'all' && (
        <RemoveDialog
          title={texts.endSessionOf(ended.person_ref)}
          text={texts.endSessionText}
          confirm={texts.endSession}
          path={`${path}/${encodeURIComponent(ended.session_id)}`}
          onClose={() => setEnded(null)}
        />
      )}
    </Surface>
  )
}

function EndAll({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const texts = useTexts(teamTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => send('POST', path, {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={texts.endAllSessions}
      text={texts.endAllSessionsText}
      confirm={texts.endAllSessions}
      busy={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() => end.mutate()}
    />
  )
}
