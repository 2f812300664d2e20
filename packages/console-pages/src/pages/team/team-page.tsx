import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Invitations } from './invitations.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { type Member, PEOPLE_KEY, roleOf, usePeople } from './people.ts'
import { teamTexts } from './team-texts.ts'

type Task = { readonly kind: 'invite' } | { readonly kind: 'change' | 'remove'; readonly member: Member }

/** The people of an account, with their roles. */
export function TeamPage() {
  const texts = useTexts(teamTexts)
  const { accountId, session, may } = useWorkplace()
  const [task, setTask] = useState<Task | null>(null)
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
            {person_id === session.person.person_id && <Status tone="plain">{texts.you}</Status>}
          </Group>
          {name && (
            <Text fz="xs" c="dimmed">
              {email}
            </Text>
          )}
        </span>
      ),
    },
    { id: 'role', heading: texts.role, cell: ({ role }) => texts.roles[roleOf(role)] },
    { id: 'since', heading: texts.since, cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      id: 'actions',
      heading: texts.actions,
      quiet: true,
      align: 'end',
      cell: (member) => change && <Actions member={member} onTask={setTask} />,
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
      </Stack>
      {task?.kind === 'remove' && <RemoveDialog member={task.member} onClose={() => setTask(null)} />}
      {task && task.kind !== 'remove' && (
        <MemberDialog member={task.kind === 'change' ? task.member : null} onClose={() => setTask(null)} />
      )}
    </Page>
  )
}

function Actions({ member, onTask }: { readonly member: Member; readonly onTask: (task: Task) => void }) {
  const texts = useTexts(teamTexts)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${texts.actions}: ${member.name || member.email}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onTask({ kind: 'change', member })}>{texts.change}</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onTask({ kind: 'remove', member })}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const texts = useTexts(teamTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => send('DELETE', `/admin/v1/people/${encodeURIComponent(member.membership_id)}`, {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={texts.removeTitle(member.name || (member.email ?? ''))}
      text={texts.removeText}
      confirm={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}
