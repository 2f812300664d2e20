import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Invitations } from './invitations.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberMenu } from './member-menu.tsx'
import { type Member, nameOf, roleOf, usePeople } from './people.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesExplained } from './roles-explained.tsx'
import { teamTexts } from './team-texts.ts'

type Task = { readonly kind: 'invite' } | { readonly kind: 'change' | 'remove'; readonly member: Member }

/** The people of an account, with their roles. */
export function TeamPage() {
  const texts = useTexts(teamTexts)
  const parts = useTexts(partTexts)
  const { accountId, session, membership, may } = useWorkplace()
  const [task, setTask] = useState<Task | null>(null)
  const [invited, setInvited] = useState<string | null>(null)
  const query = usePeople(accountId)
  const change = may('people:write')
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
      cell: ({ role, production }) =>
        [texts.roles[roleOf(role)], ...(role === 'developer' && production ? [texts.withProduction] : [])].join(', '),
    },
    { id: 'since', heading: texts.since, cell: ({ created_at }) => <DayText at={created_at} /> },
    {
      id: 'actions',
      heading: texts.actions,
      quiet: true,
      align: 'end',
      // Whoever is no owner may change none.
      cell: (member) =>
        change &&
        (member.role !== 'owner' || membership.role === 'owner') && (
          <MemberMenu name={nameOf(member)} onTask={(kind) => setTask({ kind, member })} />
        ),
    },
  ]
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        change && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setTask({ kind: 'invite' })}>
            {texts.invite}
          </Button>
        )
      }
    >
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
        <Surface flush>
          <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
            {(members) => (
              <DataTable
                label={texts.title}
                columns={columns}
                rows={members}
                keyOf={({ membership_id }) => membership_id}
              />
            )}
          </Loaded>
        </Surface>
        <Invitations />
        <RolesExplained />
      </Stack>
      {task?.kind === 'remove' && (
        <RemoveDialog
          title={texts.removeTitle(nameOf(task.member))}
          text={texts.removeText}
          confirm={texts.remove}
          path={`/admin/v1/people/${encodeURIComponent(task.member.membership_id)}`}
          onClose={() => setTask(null)}
        />
      )}
      {task && task.kind !== 'remove' && (
        <MemberDialog
          member={task.kind === 'change' ? task.member : null}
          onInvited={setInvited}
          onClose={() => setTask(null)}
        />
      )}
    </Page>
  )
}
