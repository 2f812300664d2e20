import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useApi } from '../api/console-api.tsx'
import { Icon } from '../parts/icon.tsx'
import { useWorkplace } from '../session/workplace.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import classes from './frame.module.css'
import { entryOf, hasPage } from './menu.ts'
import { shellTexts } from './shell-texts.ts'

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** The reader's own: language, scheme, devices, the way out. */
export function PersonMenu() {
  const texts = useTexts(shellTexts)
  const workplace = useWorkplace()
  const { session } = workplace
  const initials = initialsOf(session.person.name)
  const security = entryOf('/security')
  const { language, choose } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const navigate = useNavigate()
  const { send } = useApi()
  const { basepath } = useRouter()
  const signOut = async () => {
    await send('POST', '/console/sign-out', {})
    // A page of its own: nothing that this person has seen stays for the next one.
    location.assign(`${basepath}/sign-in`)
  }
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Menu position="bottom-end" width={230} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" size={32} aria-label={`${initials}, ${texts.person}`}>
          <span className={classes.initials}>{initials}</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.person.name}
          {session.person.email && <div>{session.person.email}</div>}
        </Menu.Label>
        {security && hasPage(security, workplace) && (
          <Menu.Item leftSection={<Icon name="lock" size={16} />} onClick={() => void navigate({ to: security.path })}>
            {texts.security}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name={scheme === 'dark' ? 'sun' : 'moon'} size={16} />}
          onClick={() => setColorScheme(other)}
          closeMenuOnClick={false}
        >
          {texts[other]}
        </Menu.Item>
        <Menu.Item
          leftSection={
            <span className={classes.letterIcon} aria-hidden="true">
              {language === 'en' ? 'अ' : 'A'}
            </span>
          }
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
