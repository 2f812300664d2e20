import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type OpenInvitation, PEOPLE_KEY, roleOf, useInvitations } from './people.ts'
import { teamTexts } from './team-texts.ts'

/** Invitations that nobody has accepted yet; without any it is not there. */
export function Invitations() {
  const texts = useTexts(teamTexts)
  const { accountId, may } = useWorkplace()
  const { send } = useApi()
  const queries = useQueryClient()
  const { data = [] } = useInvitations(accountId)
  const revoke = useMutation({
    mutationFn: (id: string) => send('DELETE', `/admin/v1/invitations/${encodeURIComponent(id)}`, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: PEOPLE_KEY }),
  })
  if (data.length === 0) return null
  const columns: readonly Column<OpenInvitation>[] = [
    { id: 'email', heading: texts.email, card: 'title', cell: ({ email }) => email },
    { id: 'role', heading: texts.role, cell: ({ role }) => texts.roles[roleOf(role)] },
    { id: 'until', heading: texts.until, cell: ({ expires_at }) => <MomentText at={expires_at} /> },
    {
      id: 'revoke',
      heading: texts.revoke,
      quiet: true,
      align: 'end',
      cell: ({ invitation_id }) =>
        may('people:write') && (
          <Button size="xs" variant="default" onClick={() => revoke.mutate(invitation_id)}>
            {texts.revoke}
          </Button>
        ),
    },
  ]
  return (
    <Surface title={texts.invitations} flush>
      <DataTable label={texts.invitations} columns={columns} rows={data} keyOf={({ invitation_id }) => invitation_id} />
      <Refusal error={revoke.error} />
    </Surface>
  )
}
