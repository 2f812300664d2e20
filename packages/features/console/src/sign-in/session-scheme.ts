import { type ActingPerson, type AdminCaller, type AdminRequest, type AdminScheme, personSelf } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { mayUseProduction, scopesOf, VIEW_ROLE } from '../people/roles.ts'
import type { MembershipRow } from '../tables/people-statements.ts'
import type { Cookies } from './cookies.ts'
import { requireOwnPage } from './same-origin.ts'
import { requireSession, type Session, sawSession, secondFactorRequired } from './sessions.ts'

/** What `X-Console-Account` says for the operators' membership. */
const OPERATOR = 'operator'

/** The scheme of the admin API by which people of the console call it: their session's cookie, from a page of this host. */
export function sessionScheme(parts: ConsoleParts, cookies: Cookies): AdminScheme {
  const renewedCookie = (person: ActingPerson | null): Readonly<Record<string, string>> => {
    const token = person === null ? undefined : parts.renewed.get(person)
    return token === undefined ? {} : { 'set-cookie': cookies.set(token) }
  }
  return {
    carries: ({ headers }) => cookies.has(headers),
    async identify(request) {
      requireOwnPage(request)
      const session = await requireSession(parts, cookies.read(request.headers))
      if (session.needs === 'second_factor') throw secondFactorRequired(session)
      await sawSession(parts, session, request.ip)
      const caller = callerOf(parts, session, request.headers)
      return { ...caller, headers: () => renewedCookie(caller.person) }
    },
  }
}

/** Until its sign-in is complete, and where it chooses none of several roles, a person stands for no account: it sees itself alone. */
function callerOf({ scopes }: ConsoleParts, session: Session, headers: AdminRequest['headers']): AdminCaller {
  const { row, memberships, needs } = session
  const { 'x-console-account': chosen = null, 'accept-language': languages = '' } = headers
  const actor = `person:${row.person_id}`
  const [only, second] = memberships
  const unchosen = second === undefined ? only : undefined
  const membership =
    chosen === null ? unchosen : memberships.find(({ account_id }) => (account_id ?? OPERATOR) === chosen)
  if (chosen !== null && membership === undefined) throw consoleErrors.error('NOT_A_MEMBER')
  if (needs !== null || membership === undefined)
    return { actor, accountId: '', scopes: [personSelf.id], person: { ...actingPerson(session, null), languages } }
  const isClosedTo = membership.account_status !== 'active' && membership.role !== VIEW_ROLE
  if (membership.account_id !== null && isClosedTo) throw consoleErrors.error('NOT_A_MEMBER')
  const { account_id: accountId, role } = membership
  const person = { ...actingPerson(session, membership), languages }
  return { actor, accountId, scopes: scopesOf(role, { accountId }, scopes), person }
}

const actingPerson = ({ row, methods, isRestricted }: Session, membership: MembershipRow | null): ActingPerson => ({
  ...{ id: row.person_id, sessionId: row.id, steppedUpAt: row.proven_at, methods },
  production: membership !== null && mayUseProduction(membership),
  readsOnly: membership?.role === VIEW_ROLE,
  isRestricted,
})
