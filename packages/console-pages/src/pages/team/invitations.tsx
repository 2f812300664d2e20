import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { RowsSkeleton } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type OpenInvitation, useInvitations, useRoles } from './people.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { teamTexts } from './team-texts.ts'

/** Invitations that nobody has accepted yet; without any it is not there. */
export function Invitations() {
  const texts = useTexts(teamTexts)
  const { accountId, may } = useWorkplace()
  const roles = useRoles()
  const [revoked, setRevoked] = useState<OpenInvitation | null>(null)
  const { data = [], isLoading } = useInvitations(accountId)
  if (isLoading) return <RowsSkeleton rows={2} />
  if (data.length === 0) return null
  const columns: readonly Column<OpenInvitation>[] = [
    { id: 'email', heading: texts.email, card: 'title', cell: ({ email }) => email },
    {
      id: 'role',
      heading: texts.role,
      card: 'note',
      cell: ({ role }) => roles.find((one) => one.role === role)?.name ?? role,
    },
    { id: 'until', heading: texts.until, cell: ({ expires_at }) => <DayText at={expires_at} /> },
    {
      id: 'revoke',
      heading: texts.revoke,
      quiet: true,
      align: 'end',
      card: 'end',
      cell: (invitation) =>
        may('people:write') && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.revokeLabel(invitation.email)}
            onClick={() => setRevoked(invitation)}
          >
            {texts.revoke}
          </Button>
        ),
    },
  ]
  return (
    <Surface title={texts.invitations} flush>
      <DataTable label={texts.invitations} columns={columns} rows={data} keyOf={({ invitation_id }) => invitation_id} />
      {revoked && (
        <RemoveDialog
          title={texts.revokeLabel(revoked.email)}
          text={texts.revokeText}
          confirm={texts.revoke}
          path={`/admin/v1/invitations/${encodeURIComponent(revoked.invitation_id)}`}
          onClose={() => setRevoked(null)}
        />
      )}
    </Surface>
  )
}
