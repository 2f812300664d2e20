import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import { accountOfOpenLink } from '../people/open-portal-link.ts'
import { mayUseProduction, namedScopesOf, VIEW_ROLE } from '../people/roles.ts'
import { type MembershipRow, peopleStatements } from '../tables/people-statements.ts'
import { type SessionRow, signInStatements as statements } from '../tables/sign-in-statements.ts'
import { membershipsWithin, OPERATORS } from './session-limits.ts'

const [HOUR, DAY] = [3_600, 86_400]
/** How long a session lives without use, and at most, in seconds. */
const LIVES = {
  customer: { idle: 24 * HOUR, most: 14 * DAY },
  operator: { idle: 1_800, most: 12 * HOUR },
  portal: { idle: HOUR, most: 8 * HOUR },
} as const
/** How long a session of a portal link lives at most, in milliseconds. */
export const PORTAL_LIFE_MS = LIVES.portal.most * 1_000
/** How long a session of a portal link lives without use, in milliseconds. */
export const PORTAL_IDLE_MS = LIVES.portal.idle * 1_000
/** How often it is written down that a session is used, in milliseconds. */
const SEEN_EVERY_MS = 60_000
const LONGEST_AGENT = 200

/** What is to be done before a session is good for the admin API; null: nothing. */
export type SessionNeeds = 'second_factor' | 'enrol_second_factor' | 'account' | null
/** How a person proves itself. */
export type ProofMethod = 'code' | 'totp' | 'recovery_code' | 'passkey'
/** A session that is in force. */
export interface Session {
  readonly row: SessionRow
  /** The roles that the session has. */
  readonly memberships: readonly MembershipRow[]
  /** Whether the person has roles that the session does not reach: it changes nothing of the person as a whole. */
  readonly isRestricted: boolean
  readonly needs: SessionNeeds
  readonly methods: readonly ProofMethod[]
  readonly expiresAt: Date
  readonly idleSeconds: number
}

/** Begins a session with a token of its own, whatever token the request had: that session, if it was one, ends. */
export function* beginSession(
  tx: TableTransaction,
  parts: ConsoleParts,
  given: {
    readonly personId: string
    readonly visitor: Visitor
    readonly portalLinkId?: string
    /** Whether it begins with both factors. Default: with one. */
    readonly secondFactor?: boolean
    /** The only place whose roles it has: an account, or `OPERATORS`. Default: that of the visitor's host. */
    readonly limitedTo?: string
  },
): Steps<{ readonly id: string; readonly token: string }> {
  const { personId, visitor, portalLinkId = null, secondFactor = false, limitedTo = visitor.limitedTo } = given
  const { ids, secrets, clock } = parts
  const [id, token, now] = [ids.next(), newToken(parts), clock.now().getTime()]
  const hashes = visitor.token === null ? null : [...secrets.hashes(visitor.token)]
  const old = hashes && (yield* tx.first(statements.session({ hashes })))
  if (old) yield* tx.run(statements.endSession({ id: old.id, person_id: old.person_id, now }))
  yield* tx.run(
    statements.insertSession({
      ...{ id, token_hash: secrets.hash(token), person_id: personId, now },
      ...{ portal_link_id: portalLinkId, agent: visitor.agent.slice(0, LONGEST_AGENT), ip: visitor.ip },
      second_factor: Number(secondFactor),
      limited_to: limitedTo,
      // Who signs in by a mail has just proven itself; who comes by a portal link has not.
      proven_at: portalLinkId === null ? now : null,
    }),
  )
  return { id, token }
}

/**
 * Gives a session whose person has just proven itself a new token: who had the old one has nothing. A proof that came too late takes no code,
 * because the refusal rolls it back.
 *
 * @returns The new token.
 * @throws `SESSION_ENDED`
 */
export function* renewSession(
  tx: TableTransaction,
  parts: ConsoleParts,
  given: {
    readonly id: string
    readonly personId: string
    /** The hash of the token that the proof came with: of two proofs at once, one is taken. Default: the id is enough. */
    readonly from?: string
    readonly secondFactor: boolean
  },
): Steps<string> {
  const { id, personId: person_id, from = null, secondFactor } = given
  const token = newToken(parts)
  const proven = { token_hash: parts.secrets.hash(token), second_factor: Number(secondFactor) }
  const now = parts.clock.now().getTime()
  if ((yield* tx.run(statements.proveSession({ id, person_id, from, now, ...proven }))) !== 1)
    throw consoleErrors.error('SESSION_ENDED')
  return token
}

/** Ends a session of a person. @returns Whether it was in force. */
export const endSession = (
  { tables, clock }: ConsoleParts,
  { id, personId, action }: { readonly id: string; readonly personId: string; readonly action: `person.${string}` },
): Promise<boolean> =>
  tables.transaction(function* (tx) {
    const ended = yield* tx.run(statements.endSession({ id, person_id: personId, now: clock.now().getTime() }))
    if (ended === 1) yield* auditPerson(tx, action, { personId, after: { session: id } })
    return ended === 1
  })

/** The session of a token; null: it has ended, or there was none. */
export async function findSession(parts: ConsoleParts, token: string | null): Promise<Session | null> {
  if (token === null) return null
  const row = await parts.tables.first(statements.session({ hashes: [...parts.secrets.hashes(token)] }))
  if (row === null) return null
  const all = await membershipsOf(parts, row)
  if (all === null) return null
  const own = await membershipsWithin(parts, all, row.limited_to)
  const isOperator = own.some(({ account_id }) => account_id === null)
  const memberships = isOperator ? [...own, ...(await viewOf(parts, row))] : own
  const { idle, most } = LIVES[row.portal_account !== null ? 'portal' : isOperator ? 'operator' : 'customer']
  const now = parts.clock.now().getTime()
  const expiresAt = new Date(row.created_at.getTime() + most * 1_000)
  if (now >= expiresAt.getTime() || now >= row.seen_at.getTime() + idle * 1_000) return null
  const needs = needsOf(row, memberships, isOperator)
  const isRestricted = row.limited_to !== null && row.limited_to !== OPERATORS && own.length < all.length
  const methods = methodsOf(parts, row, isOperator)
  return { row, memberships, isRestricted, needs, methods, expiresAt, idleSeconds: idle }
}

/**
 * The roles of a session. A portal session has the role of its link alone, in that account alone, whatever else its person has.
 *
 * @returns Null: a portal session whose link is refused by now.
 */
async function membershipsOf(parts: ConsoleParts, row: SessionRow): Promise<readonly MembershipRow[] | null> {
  const {
    id,
    person_id,
    created_at,
    portal_account: account_id,
    portal_role: role,
    portal_production: production,
  } = row
  if (account_id === null || role === null)
    return await parts.tables.rows(peopleStatements.membershipsOf({ person_id }))
  const account = await accountOfOpenLink(parts, { accountId: account_id, madeFrom: row.portal_made_from })
  if (account === null) return null
  const of = { account_id, account_name: account.name, account_status: account.status, account_role: account.role }
  return [{ id, person_id, ...of, role, production: production ?? false, created_at, ...NOT_INVITED }]
}

const NOT_INVITED = { invited_by: null, confirmed_by: null } as const

/** The account as which an operator sees the console, if there is one now. */
async function viewOf({ tables, clock }: ConsoleParts, row: SessionRow): Promise<readonly MembershipRow[]> {
  const { id, person_id, created_at, view_account: account_id, view_until } = row
  if (account_id === null || view_until === null || clock.now() >= view_until) return []
  const account = await tables.first(peopleStatements.account({ id: account_id, from: '' }))
  if (account === null) return []
  const of = { account_id, account_name: account.name, account_status: account.status, account_role: account.role }
  return [{ id, person_id, ...of, role: VIEW_ROLE, production: true, created_at, ...NOT_INVITED }]
}

function needsOf(row: SessionRow, memberships: readonly MembershipRow[], isOperator: boolean): SessionNeeds {
  if (!row.second_factor && (row.totp || (isOperator && row.passkey))) return 'second_factor'
  if (!row.second_factor && isOperator) return 'enrol_second_factor'
  return memberships.length > 0 ? null : 'account'
}

/**
 * A mailed code is a proof only of who has no authenticator: else whoever reads the mails could remove it. Beside passkeys, which are of one host
 * each, it is one for customers, who would be locked out at other hosts. An operator without any factor adds the first one by it, as after a sign-in.
 */
function methodsOf({ mails }: ConsoleParts, row: SessionRow, isOperator: boolean): readonly ProofMethod[] {
  const passkey: readonly ProofMethod[] = row.passkey ? ['passkey'] : []
  if (row.totp) return ['totp', 'recovery_code', ...passkey]
  return row.email !== null && mails.canSend && !(isOperator && row.passkey) ? [...passkey, 'code'] : passkey
}

/** Writes down that a session was used, once a minute. */
export async function sawSession({ tables, clock }: ConsoleParts, { row }: Session, ip: string): Promise<void> {
  const now = clock.now().getTime()
  if (now - row.seen_at.getTime() >= SEEN_EVERY_MS)
    await tables.transaction((tx) => tx.run(statements.sawSession({ id: row.id, now, ip })))
}

/** @throws `SESSION_ENDED` */
export async function requireSession(parts: ConsoleParts, token: string | null): Promise<Session> {
  const session = await findSession(parts, token)
  if (session === null) throw consoleErrors.error('SESSION_ENDED')
  return session
}

/** The refusal that names the methods by which a person can prove itself. */
export const secondFactorRequired = ({ methods }: Session) =>
  consoleErrors.error('SECOND_FACTOR_REQUIRED', { methods: methods.join(', ') || 'none' }, { details: { methods } })

/** A session as the page reads it. */
export async function presentSession(parts: ConsoleParts, session: Session) {
  const { scopes, mails } = parts
  const { isRestricted, row, memberships, needs, methods, expiresAt, idleSeconds } = session
  const { portal_account, portal_pages, portal_return_url, proven_at } = row
  const until = proven_at === null ? null : new Date(proven_at.getTime() + 600_000)
  return {
    session_id: row.id,
    person: { person_id: row.person_id, email: row.email, name: row.name },
    needs,
    methods,
    memberships: memberships.map((one) => ({
      ...{ account_id: one.account_id, account_name: one.account_name, account_status: one.account_status },
      account_role: one.account_role,
      ...{ role: one.role, production: mayUseProduction(one) },
      scopes: namedScopesOf(one.role, { accountId: one.account_id }, scopes),
    })),
    limited: row.limited_to !== null,
    restricted: isRestricted ? { url: await mails.link(null, '/console/') } : null,
    portal: portal_account === null ? null : { pages: portal_pages, return_url: portal_return_url },
    stepped_up_until: needs === 'second_factor' ? null : (until?.toISOString() ?? null),
    expires_at: expiresAt.toISOString(),
    idle_seconds: idleSeconds,
  }
}
