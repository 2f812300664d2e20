import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { NoRows } from '../../parts/no-rows.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ConfirmOperatorDialog } from './confirm-operator-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberMenu } from './member-menu.tsx'
import { type Member, nameOf, useRoles, useTeam } from './people.ts'
import { PortalSessions } from './portal-sessions.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { teamTexts } from './team-texts.ts'

type Task = { readonly kind: 'invite' } | { readonly kind: 'change' | 'remove' | 'confirm'; readonly member: Member }

/** The people of a team with their roles, and who is invited. @param empty What is said where there is nobody. */
export function Members({ empty = '' }: { readonly empty?: string }) {
  const texts = useTexts(teamTexts)
  const parts = useTexts(partTexts)
  const { accountId, session, may } = useWorkplace()
  const roles = useRoles()
  const [task, setTask] = useState<Task | null>(null)
  const [invited, setInvited] = useState<string | null>(null)
  const query = useTeam(accountId)
  const change = may('people:write')
  const roleOfName = (id: string) => roles.find(({ role }) => role === id)?.name ?? id
  const columns: readonly Column<Member>[] = [
    {
      id: 'person',
      heading: texts.person,
      card: 'title',
      cell: ({ name, email, person_id }) => (
        <span>
          <Group gap="sm">
            <Text fz="sm" fw={600}>
              {name || email}
            </Text>
            {person_id === session.person.person_id && (
              <Text fz="xs" c="dimmed">
                {texts.you}
              </Text>
            )}
          </Group>
          {name && (
            <Text fz="xs" c="dimmed">
              {email}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'role',
      heading: texts.role,
      card: 'note',
      cell: ({ role, production, awaits_confirmation }) =>
        [
          roleOfName(role),
          ...(role === 'developer' && production ? [texts.withProduction] : []),
          ...(awaits_confirmation ? [texts.unconfirmed] : []),
        ].join(', '),
    },
    { id: 'since', heading: texts.since, cell: ({ created_at }) => <DayText at={created_at} /> },
    ...(change
      ? [
          {
            ...{ id: 'actions', heading: texts.actions, quiet: true, align: 'end' as const },
            // Whoever is no owner may change none.
            cell: (member: Member) =>
              roles.some(({ role, mayGive }) => role === member.role && mayGive) && (
                <MemberMenu
                  name={nameOf(member)}
                  awaitsConfirmation={member.awaits_confirmation && member.person_id !== session.person.person_id}
                  onTask={(kind) => setTask({ kind, member })}
                />
              ),
          },
        ]
      : []),
  ]
  const invite = change && (
    <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setTask({ kind: 'invite' })}>
      {texts.invite}
    </Button>
  )
  return (
    <Stack gap="lg">
      {invited && (
        <Alert
          color="teal"
          variant="outline"
          icon={<Icon name="check" />}
          role="status"
          withCloseButton
          closeButtonLabel={parts.close}
          onClose={() => setInvited(null)}
        >
          {texts.invited(invited)}
        </Alert>
      )}
      <Surface flush title={texts.people} actions={invite}>
        <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
          {(members) =>
            members.length === 0 ? (
              <NoRows text={empty} />
            ) : (
              <DataTable
                label={texts.title}
                columns={columns}
                rows={members}
                keyOf={({ membership_id }) => membership_id}
              />
            )
          }
        </Loaded>
      </Surface>
      <Invitations />
      {accountId !== '' && <PortalSessions accountId={accountId} />}
      {task?.kind === 'remove' && (
        <RemoveDialog
          title={texts.removeTitle(nameOf(task.member))}
          text={texts.removeText}
          confirm={texts.remove}
          path={`/admin/v1/people/${encodeURIComponent(task.member.membership_id)}`}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'confirm' && <ConfirmOperatorDialog member={task.member} onClose={() => setTask(null)} />}
      {task && task.kind !== 'remove' && task.kind !== 'confirm' && (
        <MemberDialog
          member={task.kind === 'change' ? task.member : null}
          onInvited={setInvited}
          onClose={() => setTask(null)}
        />
      )}
    </Stack>
  )
}
