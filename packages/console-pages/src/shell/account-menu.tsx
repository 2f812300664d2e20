import { Button, Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { useWorkplace } from '../session/workplace.tsx'
import { useTexts } from '../texts/language.tsx'
import classes from './frame.module.css'
import { shellTexts } from './shell-texts.ts'

/** Which account, for people who belong to several. */
export function AccountMenu() {
  const texts = useTexts(shellTexts)
  const { session, membership } = useWorkplace()
  const navigate = useNavigate()
  const { memberships } = session
  if (memberships.length < 2)
    return (
      <Text fz="sm" fw={600} c="var(--mantine-color-text)" visibleFrom="sm" truncate maw={220}>
        {membership.account_name ?? texts.operator}
      </Text>
    )
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<Icon name="chevron" size={12} />}
          aria-label={`${membership.account_name ?? texts.operator}, ${texts.account}`}
          maw={200}
          classNames={{ root: classes.account, label: classes.accountName, section: classes.accountMark }}
        >
          {membership.account_name ?? texts.operator}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ account_id, account_name }) => (
          <Menu.Item
            key={account_id ?? 'operator'}
            onClick={() => void navigate({ to: '/', search: { account: account_id ?? 'operator' } })}
          >
            {account_name ?? texts.operator}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
