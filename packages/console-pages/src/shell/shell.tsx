import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useApi } from '../api/console-api.tsx'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/failure.tsx'
import { chosenMembership, type Entrance, SESSION_KEY, type Session } from '../session/session.ts'
import { environmentOf, WorkplaceProvider } from '../session/workplace.tsx'
import { useTexts } from '../texts/language.tsx'
import { useFilters } from './filters.ts'
import { Frame } from './frame.tsx'
import { Redirect } from './redirect.tsx'
import { shellTexts } from './shell-texts.ts'

/** Asks who is here. */
export function useEntrance() {
  const { send } = useApi()
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => send<Entrance>('GET', '/console/session'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Lets those in who are signed in, and gives pages the account that they work in. */
export function Shell() {
  const entrance = useEntrance()
  const { pathname, searchStr } = useLocation()
  if (entrance.error) return <Failure error={entrance.error} retry={() => entrance.refetch()} />
  if (!entrance.data)
    return (
      <Center h="100vh" aria-busy="true">
        <Loader size="sm" />
      </Center>
    )
  const { session } = entrance.data
  if (!session || (session.needs !== null && session.needs !== 'enrol_second_factor')) {
    const back = pathname === '/' ? '' : `?${new URLSearchParams({ back: `${pathname}${searchStr}` })}`
    return <Redirect path={`/sign-in${back}`} />
  }
  return <Inside session={session} />
}

function Inside({ session }: { readonly session: Session }) {
  const texts = useTexts(shellTexts)
  const { values } = useFilters()
  const { memberships, needs } = session
  const { pathname } = useLocation()
  const membership = chosenMembership(memberships, values['account'])
  if (!membership) return <Empty isPage icon="people" title={texts.noAccount} text={texts.noAccountText} />
  if (needs === 'enrol_second_factor' && !pathname.endsWith('/security')) return <Redirect path="/security" />
  return (
    <WorkplaceProvider {...{ session, membership }} environment={environmentOf(membership, values['environment'])}>
      <Frame />
    </WorkplaceProvider>
  )
}
