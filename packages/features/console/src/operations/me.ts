import { type ActingPerson, defineOperation, notFound, pageOf } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts } from '../people/console-parts.ts'
import { PersonName } from '../people/email.ts'
import { endSession } from '../sign-in/sessions.ts'
import { passkeyStatements } from '../tables/passkey-statements.ts'
import { peopleStatements } from '../tables/people-statements.ts'
import { signInStatements } from '../tables/sign-in-statements.ts'
import { NOTHING, personOf, read, wholePersonOf, write } from './own.ts'

const MeView = z.object({
  person_id: z.string(),
  email: z.string().nullable().describe('Null: comes by portal links'),
  name: z.string(),
  factors: z.object({ totp: z.boolean(), passkeys: z.int(), recovery_codes_left: z.int() }),
})
/** The own person. @throws `NOT_FOUND` */
export async function readMe({ tables }: ConsoleParts, id: string): Promise<z.input<typeof MeView>> {
  const person = await tables.first(peopleStatements.person({ id }))
  if (person === null) throw notFound()
  const totp = await tables.first(signInStatements.totp({ person_id: id }))
  const left = await tables.first(signInStatements.recoveryCodesLeft({ person_id: id }))
  const passkeys = await tables.rows(passkeyStatements.passkeysOf({ person_id: id }))
  const factors = {
    totp: (totp?.confirmed_at ?? null) !== null,
    passkeys: passkeys.length,
    recovery_codes_left: left?.remaining ?? 0,
  }
  return { person_id: id, email: person.email, name: person.name, factors }
}

export const getMe = defineOperation({
  ...{ ...read, id: 'me.get', summary: 'Get the own person', path: '/me' },
  output: MeView,
  handle: async ({ person, parts }) => await readMe(parts, personOf(person).id),
})

export const renameMe = defineOperation({
  ...{ ...write, id: 'me.rename', method: 'PATCH', summary: 'Change the own name', path: '/me' },
  input: z.object({ name: PersonName }),
  output: MeView,
  async handle({ input: { name }, person, parts }) {
    const { id } = await wholePersonOf(parts, person)
    await parts.tables.transaction((tx) => tx.run(peopleStatements.rename({ id, name })))
    return await readMe(parts, id)
  },
})

const SessionView = z.object({
  session_id: z.string(),
  current: z.boolean(),
  agent: z.string().describe('The browser, as it calls itself'),
  ip: z.string(),
  created_at: Moment,
  seen_at: Moment,
})

/** The limit that a session's view of other sessions has; null: it sees all of the person. */
async function limitOf({ tables }: ConsoleParts, { sessionId, isRestricted }: ActingPerson): Promise<string | null> {
  if (!isRestricted) return null
  return (await tables.first(signInStatements.limitOf({ id: sessionId })))?.limited_to ?? null
}
const ownSessions = async (parts: ConsoleParts, by: ActingPerson) =>
  await parts.tables.rows(signInStatements.sessionsOf({ person_id: by.id, limited_to: await limitOf(parts, by) }))

export const listSessions = defineOperation({
  ...read,
  id: 'sessions.list',
  summary: 'List the own sessions',
  path: '/me/sessions',
  output: pageOf(SessionView),
  async handle({ person, parts }) {
    const by = personOf(person)
    const { sessionId } = by
    const rows = await ownSessions(parts, by)
    const items = rows.map(({ id, agent, ip, created_at, seen_at }) => ({
      ...{ session_id: id, current: id === sessionId, agent, ip },
      ...{ created_at: moment(created_at), seen_at: moment(seen_at) },
    }))
    return { items, next_cursor: null }
  },
})

export const endOwnSession = defineOperation({
  ...write,
  id: 'sessions.end',
  method: 'DELETE',
  summary: 'End an own session',
  path: '/me/sessions/{session_id}',
  input: z.object({ session_id: z.string() }),
  output: NOTHING,
  async handle({ input: { session_id: id }, person, parts }) {
    const by = personOf(person)
    const of = { id, personId: by.id, action: 'person.session-end' } as const
    const isSeen = (await ownSessions(parts, by)).some((session) => session.id === id)
    if (!isSeen || !(await endSession(parts, of))) throw consoleErrors.error('SESSION_NOT_FOUND')
    return {}
  },
})

export const endOtherSessions = defineOperation({
  ...{ ...write, id: 'sessions.end-others', summary: 'End all own sessions but this', path: '/me/sessions/end-others' },
  output: z.object({ ended: z.int() }),
  async handle({ person, parts }) {
    const by = personOf(person)
    const { id: person_id, sessionId: keep } = by
    const of = { person_id, keep, now: parts.clock.now().getTime(), limited_to: await limitOf(parts, by) }
    return await parts.tables.transaction(function* (tx) {
      const ended = yield* tx.run(signInStatements.endOthers(of))
      if (ended > 0) yield* auditPerson(tx, 'person.sessions-end', { personId: person_id, after: { ended } })
      return { ended }
    })
  },
})
