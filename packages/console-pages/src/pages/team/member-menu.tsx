import { ActionIcon, Menu } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/language.tsx'
import { teamTexts } from './team-texts.ts'

/** What may be done about a person of the team. */
export function MemberMenu({
  name,
  awaitsConfirmation,
  onTask,
}: {
  readonly name: string
  readonly awaitsConfirmation: boolean
  readonly onTask: (kind: 'change' | 'remove' | 'confirm') => void
}) {
  const texts = useTexts(teamTexts)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${texts.actions}: ${name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {awaitsConfirmation && <Menu.Item onClick={() => onTask('confirm')}>{texts.confirm}</Menu.Item>}
        <Menu.Item onClick={() => onTask('change')}>{texts.change}</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onTask('remove')}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
