import { Anchor, AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useBrand } from '../brand.tsx'
import { Icon } from '../parts/icon.tsx'
import { useWorkplace } from '../session/workplace.tsx'
import { useTexts } from '../texts/language.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import { useFilters } from './filters.ts'
import classes from './frame.module.css'
import { dependsOnEnvironment, entryOf, hasPage, MENU, type MenuGroup } from './menu.ts'
import { NoPage } from './no-page.tsx'
import { Redirect } from './redirect.tsx'
import { ReturnLink } from './return-link.tsx'
import { shellTexts } from './shell-texts.ts'
import { ViewNotice } from './view-notice.tsx'

// Menus are not needed to see a page, and bring what places them: they come right after it.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const AlertBell = lazy(async () => ({ default: (await import('../alerts/alert-bell.tsx')).AlertBell }))
const PersonMenu = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))

const GROUPS: readonly MenuGroup[] = ['business', 'start', 'develop', 'money', 'account']

/** What stands around every page. */
export function Frame() {
  const texts = useTexts(shellTexts)
  const [opened, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const { environment, session, may } = useWorkplace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu that covers the page closes when another page opens
  useEffect(close, [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 228, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
      transitionDuration={0}
    >
      <a href="#content" className={classes.skip}>
        {texts.skip}
      </a>
      <AppShell.Header className={classes.header} data-environment={environment}>
        <Group gap="xs" wrap="nowrap" className={classes.first}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={texts.menu}
            aria-expanded={opened}
          />
          <BrandMark />
        </Group>
        <Group gap="xs" wrap="nowrap" className={classes.last}>
          {dependsOnEnvironment(pathname) && <EnvironmentSwitch />}
          <Suspense>
            <AccountMenu />
          </Suspense>
          {session.needs === null && may('alerts:read') && (
            <Suspense fallback={<div className={classes.menus} />}>
              <AlertBell />
            </Suspense>
          )}
          <Suspense fallback={<div className={classes.menus} />}>
            <PersonMenu />
          </Suspense>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={texts.menu} data-closed={!opened || undefined}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <ViewNotice />
        <Content />
      </AppShell.Main>
    </AppShell>
  )
}

function BrandMark() {
  const { name, logo } = useBrand()
  return (
    <Link to="/" className={classes.brand}>
      {logo ? (
        <img src={logo} alt="" height={26} />
      ) : (
        <span className={classes.letter} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className={classes.brandName}>{name}</span>
    </Link>
  )
}

function Navigation() {
  const texts = useTexts(shellTexts)
  const workplace = useWorkplace()
  const { supportEmail } = useBrand()
  const entries = MENU.filter((entry) => hasPage(entry, workplace))
  const router = useRouter()
  const reference = `${router.basepath.replace(/\/console$/, '')}/docs`
  return (
    <>
      <div className={classes.entries}>
        <Text className={classes.where} hiddenFrom="sm">
          {workplace.membership.account_name}
        </Text>
        <ReturnLink />
        {GROUPS.map((group) => {
          const own = entries.filter((entry) => entry.group === group)
          if (own.length === 0) return null
          return (
            <div key={group}>
              <Text className={classes.group}>{texts.groups[group]}</Text>
              {own.map(({ name, path, icon }) => (
                <Link
                  key={name}
                  to={path}
                  className={classes.entry}
                  activeOptions={{ exact: path === '/', includeSearch: false }}
                >
                  <Icon name={icon} />
                  {texts.pages[name]}
                </Link>
              ))}
            </div>
          )
        })}
      </div>
      <div className={classes.foot}>
        <Anchor href={reference} fz="sm" c="dimmed">
          {texts.reference}
        </Anchor>
        {supportEmail && (
          <Anchor href={`mailto:${supportEmail}`} fz="sm" c="dimmed">
            {texts.help}
          </Anchor>
        )}
      </div>
    </>
  )
}

/** A page of the menu that this person may not see is not there. */
function Content() {
  const workplace = useWorkplace()
  const { accountId } = workplace
  const { pathname, search } = useLocation()
  const { account } = useFilters().values
  const entry = entryOf(pathname)
  // The address is ahead of what is shown: until the page of the other account is there, this one stays.
  if (search.account !== account) return <Outlet key={accountId} />
  const first = MENU.find((one) => hasPage(one, workplace))
  // Operators have none, and a portal link may leave it out.
  if (entry?.name === 'home' && first && !hasPage(entry, workplace)) return <Redirect path={first.path} />
  if (entry && !hasPage(entry, workplace)) return <NoPage />
  // Another account is another page: nothing of the first may stay.
  return <Outlet key={accountId} />
}
