import { askedPage, defineOperation, PAGE_FIELDS, pageOf, readCursor, writeCursor } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { ConsoleParts } from '../people/console-parts.ts'
import { peopleRead, peopleWrite } from '../people/scopes.ts'
import { PORTAL_IDLE_MS, PORTAL_LIFE_MS } from '../sign-in/sessions.ts'
import { portalSessionStatements as statements } from '../tables/portal-session-statements.ts'
import { Role } from './branch-of-people.ts'

const AccountId = z.string()
const PersonRef = z.string().min(1).max(128).describe("The embedder's own name of the person; default: all persons")
const PortalSessionView = z.object({
  session_id: z.string(),
  person_ref: z.string().describe("The embedder's own name of the person"),
  role: Role,
  production: z.boolean(),
  agent: z.string().describe('The browser, as it calls itself'),
  ip: z.string(),
  created_at: Moment,
  seen_at: Moment,
})

/** The bounds of sessions that have neither ended nor expired. */
function inForce({ clock }: ConsoleParts) {
  const now = clock.now().getTime()
  return { now, began_after: now - PORTAL_LIFE_MS, seen_after: now - PORTAL_IDLE_MS }
}

/** `portal-sessions.list` */
export const listPortalSessions = defineOperation({
  id: 'portal-sessions.list',
  effect: 'read',
  summary: 'List the sessions of an account that began by portal links',
  scope: peopleRead,
  path: '/accounts/{account_id}/portal-sessions',
  input: z.object({ account_id: AccountId, person_ref: PersonRef.exactOptional(), ...PAGE_FIELDS }),
  output: pageOf(PortalSessionView),
  whose: { account: 'account_id' },
  command: { rows: 'sessions' },
  needs: { parts: ConsoleParts },
  async handle({ input, parts }) {
    const { page, filters } = askedPage(input)
    const { account_id, person_ref = null } = filters
    const { began_after, seen_after } = inForce(parts)
    const after = page.cursor === null ? null : (readCursor(page.cursor, z.tuple([z.string()]))[0] ?? null)
    const query = { account_id, person_ref, began_after, seen_after, after, limit: page.limit + 1 }
    const rows = await parts.tables.rows(statements.portalSessions(query))
    const items = rows.slice(0, page.limit).map(({ id, role, created_at, seen_at, ...row }) => ({
      session_id: id,
      person_ref: row.person_ref,
      role: Role.parse(role),
      production: row.production,
      agent: row.agent,
      ip: row.ip,
      created_at: moment(created_at),
      seen_at: moment(seen_at),
    }))
    const last = rows.length > page.limit ? items.at(-1) : undefined
    return { items, next_cursor: last ? writeCursor([last.session_id]) : null }
  },
})

/** `portal-sessions.end`: without a step-up, because ending access must be quick. */
export const endPortalSession = defineOperation({
  id: 'portal-sessions.end',
  effect: 'write',
  method: 'DELETE',
  summary: 'End a session that began by a portal link, from its next request on',
  scope: peopleWrite,
  path: '/accounts/{account_id}/portal-sessions/{session_id}',
  input: z.object({ account_id: AccountId, session_id: z.string() }),
  output: z.object({ ended: z.literal(true) }),
  whose: { account: 'account_id' },
  command: { positional: ['session_id'], text: (_, { input }) => `The session ${input.session_id} is ended.` },
  needs: { parts: ConsoleParts },
  async handle({ input: { account_id, session_id: id }, actor, parts }) {
    const now = parts.clock.now().getTime()
    await parts.tables.transaction(function* (tx) {
      if ((yield* tx.run(statements.endPortalSession({ id, account_id, now }))) !== 1)
        throw consoleErrors.error('SESSION_NOT_FOUND')
      yield* tx.audit({ actor, action: 'portal-session.end', subject: `session/${id}`, accountId: account_id })
    })
    return { ended: true as const }
  },
})

/** `portal-sessions.end-all`: also expires links that nobody has opened, which would begin the next session. */
export const endPortalSessions = defineOperation({
  id: 'portal-sessions.end-all',
  effect: 'write',
  summary: 'End all sessions of an account, or of one person, that began by portal links, and expire unused links',
  scope: peopleWrite,
  path: '/accounts/{account_id}/portal-sessions/end-all',
  input: z.object({ account_id: AccountId, person_ref: PersonRef.exactOptional() }),
  output: z.object({ ended: z.int().describe('Sessions'), links: z.int().describe('Unused links that are expired') }),
  whose: { account: 'account_id' },
  command: {
    text: ({ ended, links }) => `Ended ${ended} session(s) and expired ${links} unused portal link(s).`,
  },
  needs: { parts: ConsoleParts },
  async handle({ input: { account_id, person_ref = null }, actor, parts }) {
    const { now, began_after, seen_after } = inForce(parts)
    return await parts.tables.transaction(function* (tx) {
      const links = yield* tx.run(statements.expirePortalLinks({ account_id, person_ref, now }))
      const ended = yield* tx.run(
        statements.endPortalSessions({ account_id, person_ref, now, began_after, seen_after }),
      )
      const subject = `account/${account_id}`
      if (ended + links > 0)
        yield* tx.audit({
          actor,
          action: 'portal-session.end-all',
          subject,
          accountId: account_id,
          after: { ended, links },
        })
      return { ended, links }
    })
  },
})
