import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../api/console-api.tsx'
import { Icon } from '../parts/icon.tsx'
import { SESSION_KEY } from '../session/session.ts'
import { useWorkplace } from '../session/workplace.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { shellTexts } from './shell-texts.ts'

/** The reader's own: language, scheme, devices, the way out. */
export function PersonMenu() {
  const texts = useTexts(shellTexts)
  const { session } = useWorkplace()
  const { language, choose } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const navigate = useNavigate()
  const { send } = useApi()
  const queries = useQueryClient()
  const signOut = async () => {
    await send('POST', '/console/sign-out', {})
    queries.clear()
    await queries.invalidateQueries({ queryKey: SESSION_KEY })
    await navigate({ to: '/sign-in' })
  }
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" size={32} aria-label={texts.person}>
          <Icon name="people" size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.person.name}
          {session.person.email && <div>{session.person.email}</div>}
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="lock" size={16} />} onClick={() => void navigate({ to: '/security' })}>
          {texts.security}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={scheme === 'dark' ? 'sun' : 'moon'} size={16} />}
          onClick={() => setColorScheme(other)}
          closeMenuOnClick={false}
        >
          {texts.scheme(texts[other])}
        </Menu.Item>
        <Menu.Item
          onClick={() => choose(language === 'en' ? 'hi' : 'en')}
          closeMenuOnClick={false}
          lang={language === 'en' ? 'hi' : 'en'}
        >
          {language === 'en' ? 'हिन्दी में देखें' : 'View in English'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" size={16} />} onClick={() => void signOut()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
